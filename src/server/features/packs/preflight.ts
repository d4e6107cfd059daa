import { MESSAGES } from "#contract/messages.ts";
import type { OrderStatus } from "#contract/order-status.ts";
import { type PackPreflight, PREFLIGHT_LEVELS, type PreflightCode } from "#contract/packs.ts";
import type { PackFacts } from "./pack-facts.ts";

const MESSAGE_OF: Record<PreflightCode, string> = {
  transaction_missing: MESSAGES.preflightTransaction,
  document_missing: MESSAGES.preflightDocument,
  delivery_mail_missing: MESSAGES.preflightDeliveryMail,
  download_missing: MESSAGES.preflightDownload,
  mail_unconfirmed: MESSAGES.preflightMailUnconfirmed,
  purchase_address_missing: MESSAGES.preflightPurchaseAddress,
  terms_missing: MESSAGES.preflightTerms,
  refund_recorded: MESSAGES.preflightRefund,
};

type Question = (facts: PackFacts) => boolean;

/** Whether each finding is there. */
const QUESTIONS: Record<PreflightCode, Question> = {
  transaction_missing: ({ payment }) => payment.transactionId === null || payment.merchantName === null,
  document_missing: ({ document }) => document === null,
  delivery_mail_missing: ({ deliveryMail }) => deliveryMail === null,
  download_missing: ({ downloads }) => downloads.length === 0,
  // A mail that was never handed over is a finding of its own.
  mail_unconfirmed: ({ deliveryMail }) => deliveryMail !== null && deliveryMail.deliveredAt === null,
  purchase_address_missing: ({ purchase }) => purchase.ip === null,
  terms_missing: ({ terms }) => terms.version === null || terms.acceptedAt === null,
  refund_recorded: ({ refund }) => refund.recordedAt !== null || refund.isDue,
};

/** What stands in the way of a pack of these facts, or weakens it. */
export function preflight(facts: PackFacts): PackPreflight {
  const codes = Object.keys(QUESTIONS) as PreflightCode[];
  const findings = codes
    .filter((code) => QUESTIONS[code](facts))
    .map((code) => ({ code, level: PREFLIGHT_LEVELS[code], message: MESSAGE_OF[code] }));
  const isRed = findings.some(({ level }) => level === "red");
  return { level: isRed ? "red" : findings.length > 0 ? "amber" : "clear", findings };
}

const OFFERED: ReadonlySet<OrderStatus> = new Set(["Completed", "Customer Called"]);

/** Why an order can have no pack at all; null when it can. An open dispute has to be answered wherever the order stands. */
export function whyNotOffered(order: { status: OrderStatus; hasOpenDispute: boolean }): string | null {
  if (order.hasOpenDispute || OFFERED.has(order.status)) return null;
  return order.status === "Deleted" ? MESSAGES.packDeleted : MESSAGES.packNotOffered;
}
