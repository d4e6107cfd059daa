import * as z from "zod";
import { DAY_MS } from "#contract/dates.ts";
import { DRAFT_PREFIX, removeDrafts } from "./draft-storage.ts";
import { readSession } from "./session.ts";

/**
 * Text that was typed and not sent. It survives a reload, a closed tab and a session that expires, and is removed when the
 * member signs out, when another member reads drafts on this computer, and after a week.
 */
const keptSchema = z.object({ at: z.number(), text: z.string() });
const KEPT_MS = 7 * DAY_MS;

const ofMember = () => `${DRAFT_PREFIX}${readSession()?.user.id}:`;

export function readDraft(topic: string): string | null {
  const own = ofMember();
  removeDrafts((key) => !key.startsWith(own) || readKept(key) === null);
  return readKept(own + topic);
}

/** A draft of several values; null also for one of an older version of the console. */
export function readJsonDraft<T>(topic: string, schema: z.ZodType<T>): T | null {
  const kept = readDraft(topic);
  if (kept === null) return null;
  try {
    return schema.parse(JSON.parse(kept));
  } catch {
    return null;
  }
}

/** @param text null when nothing is left to keep */
export function keepDraft(topic: string, text: string | null): void {
  if (text === null) localStorage.removeItem(ofMember() + topic);
  else localStorage.setItem(ofMember() + topic, JSON.stringify({ at: Date.now(), text }));
}

function readKept(key: string): string | null {
  try {
    const { at, text } = keptSchema.parse(JSON.parse(localStorage.getItem(key) ?? "null"));
    return Date.now() - at < KEPT_MS ? text : null;
  } catch {
    return null; // Of an older version of the console.
  }
}
