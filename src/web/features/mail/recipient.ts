import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { cleanEmail, emailKey } from "#contract/text.ts";

/** True when a typed address is the order's own, ignoring case and spaces. */
export function isOwnAddress(typed: string, own: string | null): boolean {
  return own !== null && emailKey(cleanEmail(typed)) === emailKey(own);
}

/** True when the typed address requires a reason: any but the order's own (decision record 0022). */
export function asksForReason(typed: string, own: string | null): boolean {
  return typed.trim() !== "" && !isOwnAddress(typed, own);
}

interface Recipient {
  email: string;
  reason?: string | null | undefined;
}

/**
 * Arguments for `.refine`: a mail to another address requires a reason. `when` runs the rule even if other fields are
 * invalid, so that a submit shows every error at once.
 */
export function reasonRule(ownEmail: string | null) {
  const isGiven = ({ email, reason }: Recipient) => !asksForReason(email, ownEmail) || Boolean(reason?.trim());
  return [isGiven, { path: ["reason"], error: DOCUMENT_MESSAGES.reasonRequired, when: () => true }] as [
    typeof isGiven,
    { path: string[]; error: string; when: () => boolean },
  ];
}
