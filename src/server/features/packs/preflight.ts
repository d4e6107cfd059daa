import type { OrderStatus } from "#contract/orders/order-status.ts";
import { PACK_MESSAGES } from "#contract/packs/messages.ts";
import { PACK_STATUSES, type PackPreflight, PREFLIGHT_LEVELS, type PreflightCode } from "#contract/packs/packs.ts";
import { PRODUCT_NAME } from "#contract/page-config.ts";
import type { PackFacts } from "./pack-facts.ts";
import { isSame, type Trait } from "./render/visits.ts";

const MESSAGE_OF: Record<PreflightCode, string> = {
  transaction_missing: PACK_MESSAGES.preflightTransaction,
  document_missing: PACK_MESSAGES.preflightDocument,
  delivery_mail_missing: PACK_MESSAGES.preflightDeliveryMail,
  download_missing: PACK_MESSAGES.preflightDownload,
  mail_unconfirmed: PACK_MESSAGES.preflightMailUnconfirmed,
  purchase_address_missing: PACK_MESSAGES.preflightPurchaseAddress,
  terms_missing: PACK_MESSAGES.preflightTerms,
  refund_recorded: PACK_MESSAGES.preflightRefund,
  document_differs: PACK_MESSAGES.preflightDocumentDiffers,
  visits_elsewhere: PACK_MESSAGES.preflightVisitsElsewhere,
  visits_abroad: PACK_MESSAGES.preflightVisitsAbroad,
  visits_other_device: PACK_MESSAGES.preflightVisitsOtherDevice,
  policy_text_missing: PACK_MESSAGES.preflightPolicyText,
  rule_not_met: PACK_MESSAGES.preflightRuleNotMet,
  company_incomplete: PACK_MESSAGES.preflightCompany,
};

/** The variables of the letterhead that are not set. */
export function missingCompanyDetails({ name, address, telephone, taxId }: PackFacts["company"]): string[] {
  const variables = [
    ["COMPANY_NAME", name === PRODUCT_NAME ? null : name],
    ["COMPANY_ADDRESS", address],
    ["COMPANY_TELEPHONE", telephone],
    ["COMPANY_TAX_ID", taxId],
  ] as const;
  return variables.flatMap(([name, value]) => (value === null ? [name] : []));
}

/** Null when the pack names no visit, or none that can be compared with the purchase. */
function isNoVisitSame({ type, signIns, downloads, purchase }: PackFacts, trait: Trait): boolean | null {
  // Pack 1 compares the first download alone, and only its address.
  const visits = type === 2 ? [...signIns, ...downloads] : downloads.slice(0, 1);
  const compared = visits.flatMap((visit) => isSame(visit, purchase, trait) ?? []);
  return compared.length === 0 ? null : !compared.includes(true);
}

type Check = (facts: PackFacts) => boolean;

/** The condition of each finding. */
const CHECKS: Record<PreflightCode, Check> = {
  transaction_missing: ({ payment }) => payment.transactionId === null || payment.merchantName === null,
  document_missing: ({ document }) => document === null,
  delivery_mail_missing: ({ deliveryMail }) => deliveryMail === null,
  download_missing: ({ downloads }) => downloads.length === 0,
  // A mail that was never sent is a separate finding.
  mail_unconfirmed: ({ deliveryMail }) => deliveryMail !== null && deliveryMail.deliveredAt === null,
  purchase_address_missing: ({ purchase }) => purchase.ip === null,
  terms_missing: ({ terms }) => terms.version === null || terms.acceptedAt === null,
  refund_recorded: ({ refund }) => refund.recordedAt !== null || refund.isDue,
  document_differs: ({ document }) => document?.finding?.verdict === "mismatch",
  visits_elsewhere: (facts) => isNoVisitSame(facts, "ip") === true,
  visits_abroad: (facts) => facts.type === 2 && isNoVisitSame(facts, "place") === true,
  visits_other_device: (facts) => facts.type === 2 && isNoVisitSame(facts, "device") === true,
  policy_text_missing: ({ terms }) =>
    (terms.version !== null && terms.text === null) ||
    (terms.refundPolicyVersion !== null && terms.refundPolicyText === null),
  rule_not_met: ({ type, earlier }) => type === 2 && ["possible", "not_eligible"].includes(earlier.verdict),
  company_incomplete: ({ company }) => missingCompanyDetails(company).length > 0,
};

/** What prevents a pack of these facts, or weakens it. */
export function preflight(facts: PackFacts): PackPreflight {
  const codes = Object.keys(CHECKS) as PreflightCode[];
  const findings = codes
    .filter((code) => CHECKS[code](facts))
    .map((code) => ({ code, level: PREFLIGHT_LEVELS[code], message: MESSAGE_OF[code] }));
  const isRed = findings.some(({ level }) => level === "red");
  return { level: isRed ? "red" : findings.length > 0 ? "amber" : "clear", findings };
}

/** Why no pack is offered for an order; null when one is. */
export function whyNotOffered(order: { status: OrderStatus; hasOpenDispute: boolean }): string | null {
  if (order.hasOpenDispute || PACK_STATUSES.includes(order.status)) return null;
  return order.status === "Deleted" ? PACK_MESSAGES.packDeleted : PACK_MESSAGES.packNotOffered;
}
