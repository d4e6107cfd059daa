import { expect, it } from "vitest";
import { hasUnsentCard } from "./unsent-card.ts";

type Facts = Parameters<typeof hasUnsentCard>[0];

const NEW = "new@mail.example";
const event = (type: string, data = {}) => ({ type, data }) as Facts["timeline"][number];
const mail = (email: string, state = "sent", kind = "document") =>
  ({ email, state, kind }) as Facts["mailHistory"][number];
const CHANGED = event("email-changed");
const COMPLETED: Facts = {
  email: NEW,
  email_change: null,
  mailHistory: [mail("old@mail.example")],
  process_status: "Completed",
  timeline: [event("document-stored"), CHANGED],
  uploadDoc: [{}] as Facts["uploadDoc"],
};

it.each<[string, Partial<Facts>, boolean]>([
  ["the address was changed after the card was sent to the old one", {}, true],
  ["an objection was decided for the new address", { timeline: [CHANGED, resolved("kept")] }, true],
  ["the mail to the new address failed", { mailHistory: [mail(NEW, "failed")] }, true],
  ["the mail to the new address was cancelled", { mailHistory: [mail(NEW, "cancelled")] }, true],
  ["only other mails went to the new address", { mailHistory: [mail(NEW, "sent", "email-changed")] }, true],
  ["the card is on its way", { mailHistory: [mail("NEW@mail.example", "queued")] }, false],
  ["the old address was restored", { timeline: [CHANGED, resolved("restored")] }, false],
  ["an open change was cancelled", { timeline: [resolved("cancelled")] }, false],
  ["the address was never changed", { timeline: [event("document-stored")] }, false],
  ["a change is not settled", { email_change: {} as Facts["email_change"] }, false],
  ["there is no card", { uploadDoc: [] }, false],
  ["the order is deleted", { process_status: "Deleted" }, false],
])("when %s", (_, facts, expected) => {
  expect(hasUnsentCard({ ...COMPLETED, ...facts })).toBe(expected);
});

function resolved(outcome: string) {
  return event("email-change-resolved", { outcome });
}
