import type { StatusMailKey } from "#contract/texts/mail-texts.ts";
import type { StatusFacts } from "./status-mails.repository.ts";

type Facts = Pick<StatusFacts, "status" | "isPaid" | "refundedAt" | "isFiled">;

/** No mail about the work on an order that nobody works on any more. */
const ENDED = new Set<Facts["status"]>(["Deleted", "Refunds", "Completed"]);

/** Whether what a status mail says is still true, and still news, when it is due. */
export const STATUS_MAIL_RULES: Record<StatusMailKey, (facts: Facts) => boolean> = {
  received: ({ status, isPaid }) => isPaid && !ENDED.has(status) && status !== "Pending",
  "filing-opens": ({ status, isPaid, isFiled }) => isPaid && !isFiled && !ENDED.has(status) && status !== "Future",
  "sent-to-authority": ({ status, isFiled }) => !ENDED.has(status) && (isFiled || status === "AwaitingGovt"),
  refunded: ({ refundedAt }) => refundedAt !== null,
};
