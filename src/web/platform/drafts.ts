import { readSession } from "./session.ts";

/**
 * Text that was typed and not sent, in this tab's storage, which is emptied when the member signs out. By member, so that
 * a session that expires while someone writes costs them nothing and shows nothing to the next one.
 */
const PREFIX = "draft:";
const ofMember = () => `${PREFIX}${readSession()?.user.id}:`;

export function readDraft(topic: string): string | null {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX) && !key.startsWith(ofMember())) sessionStorage.removeItem(key);
  }
  return sessionStorage.getItem(ofMember() + topic);
}

/** @param text null when nothing is left to keep */
export function keepDraft(topic: string, text: string | null): void {
  if (text === null) sessionStorage.removeItem(ofMember() + topic);
  else sessionStorage.setItem(ofMember() + topic, text);
}
