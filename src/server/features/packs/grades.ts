import type { TimelinePayload } from "#contract/timeline/timeline.ts";

/**
 * The source of a fact. S: recorded by our server or sent by a checkout. P: reported by a provider in a signed event.
 * T: entered by staff or imported. Only S and P count as proof.
 */
export type Grade = "S" | "P" | "T";

/** The timeline of an order from its first event, which shows where its facts come from. */
export interface GradedOrder {
  events: readonly { type: string; data: object | null }[];
}

/** Facts that came with the order, each with the intake fields it consists of. */
const INTAKE_FACTS = {
  order: [],
  terms: ["terms_version", "terms_accepted_at"],
  refundPolicy: ["refund_policy_version"],
  purchase: ["purchase_ip", "user_agent"],
  device: ["device_id", "device_fingerprint", "account_id"],
  transaction: ["transaction_id", "merchant_name"],
  gateway: ["gateway_id"],
  amount: ["amount", "currency"],
  paidAt: ["paid_at"],
  card: ["card_brand", "card_last4", "card_country"],
  chargeId: ["charge_id"],
  billingName: ["billing_name"],
  avs: ["avs_result"],
  cvc: ["cvc_result"],
  threeDs: ["three_ds_result"],
} as const satisfies Record<string, readonly string[]>;

/** Facts with the same source for every order: our own records, reports of mail providers, entries by staff. */
const FIXED_GRADES = {
  status: "S",
  document: "S",
  mail: "S",
  delivered: "P",
  visits: "S",
  contact: "T",
  /** Our text as it was sent, the customer's as it arrived at our server. */
  correspondence: "S",
  /** Recorded by staff, not confirmed by the gateway. */
  refund: "T",
  dispute: "T",
} as const satisfies Record<string, Grade>;

export type GradedFact = keyof typeof INTAKE_FACTS | keyof typeof FIXED_GRADES;
export const GRADED_FACTS = [...Object.keys(INTAKE_FACTS), ...Object.keys(FIXED_GRADES)] as GradedFact[];
export type Grades = Record<GradedFact, Grade>;

/** The grade of a fact as every part of the packs prints it. */
export function gradeOf(order: GradedOrder, fact: GradedFact): Grade {
  if (fact in FIXED_GRADES) return FIXED_GRADES[fact as keyof typeof FIXED_GRADES];
  const fields: readonly string[] = INTAKE_FACTS[fact as keyof typeof INTAKE_FACTS];
  if (fields.length === 0) return originOf(order);
  return weakest(...fields.map((field) => fieldGrade(order, field)));
}

export const gradesOf = (order: GradedOrder) =>
  Object.fromEntries(GRADED_FACTS.map((fact) => [fact, gradeOf(order, fact)])) as Grades;

/** A statement based on several facts has the weakest of their grades. */
export function weakest(...grades: readonly Grade[]): Grade {
  return grades.includes("T") ? "T" : grades.includes("S") ? "S" : "P";
}

/** The grade of the field's last writer: staff, a payment reported by the checkout, or else the order's origin. */
function fieldGrade(order: GradedOrder, field: string): Grade {
  const isName = field === "transaction_id" || field === "merchant_name";
  const last = order.events.findLast(({ type, data }) => {
    if (type === "transaction-saved") return isName;
    if (type === "paid") return isName || (field === "paid_at" && !isPaidFromTheStart(order));
    return type === "payment-completed" && fieldsOf(data).includes(field);
  });
  if (last === undefined) return originOf(order);
  return last.type === "transaction-saved" ? "T" : "S";
}

const fieldsOf = (data: object | null) => (data as TimelinePayload<"payment-completed"> | null)?.fields ?? [];

/** True when the time of payment came with the order. */
function isPaidFromTheStart({ events: [created] }: GradedOrder): boolean {
  return (created?.data as TimelinePayload<"created"> | null | undefined)?.status !== "Pending";
}

function originOf(order: GradedOrder): Grade {
  return isImported(order) ? "T" : "S";
}

/** True for an order from a file that staff imported from an earlier system. */
export function isImported({ events: [created] }: GradedOrder): boolean {
  const data = created?.data as { source?: unknown } | null | undefined;
  return data?.source === "import";
}
