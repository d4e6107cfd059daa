import type { RecordPayment } from "#contract/intake/intake.ts";
import { plainDecimal } from "#server/platform/money.ts";
import type { OrderRecord } from "../order-facts.repository.ts";

/** The fields that a payment may add to an order, by their wire names. */
const COLUMNS = {
  transaction_id: "transactionId",
  merchant_name: "merchantName",
  amount: "amount",
  currency: "currency",
  paid_at: "paidAt",
  charge_id: "chargeId",
  payment_fingerprint: "paymentFingerprint",
  card_brand: "cardBrand",
  card_last4: "cardLast4",
  card_country: "cardCountry",
  avs_result: "avsResult",
  cvc_result: "cvcResult",
  three_ds_result: "threeDsResult",
  billing_name: "billingName",
  purchase_ip: "purchaseIp",
  user_agent: "userAgent",
  device_id: "deviceId",
  device_fingerprint: "deviceFingerprint",
  account_id: "accountId",
} as const satisfies Partial<Record<keyof RecordPayment, keyof OrderRecord>>;
type Field = keyof typeof COLUMNS;
const FIELDS = Object.keys(COLUMNS) as Field[];

/** The columns that are compared with a payment. */
export const EVIDENCE_COLUMNS = Object.values(COLUMNS);
export type StoredEvidence = Pick<OrderRecord, (typeof COLUMNS)[Field]>;
type Filled = Partial<Record<Field, string>>;

/**
 * Compares a payment with an order: fields that the order lacks, and fields that differ. Nothing is taken from a
 * different transaction, which may have used another card.
 */
export function paymentEvidence(
  order: StoredEvidence & { isPaid: boolean },
  payment: RecordPayment,
): { filled: Filled; differs: Field[] } {
  const filled: Filled = {};
  const differs: Field[] = [];
  for (const field of FIELDS) {
    // An unpaid order takes both names from the payment.
    if (!order.isPaid && (field === "transaction_id" || field === "merchant_name")) continue;
    const sent = payment[field];
    if (sent === null) continue;
    const stored = order[COLUMNS[field]];
    if (stored === null) filled[field] = sent;
    else if (textOf(stored, field) !== textOf(sent, field)) differs.push(field);
  }
  return differs.includes("transaction_id") ? { filled: {}, differs } : { filled, differs };
}

function textOf(value: string | Date, field: Field): string {
  if (value instanceof Date) return value.toISOString();
  if (field === "paid_at") return new Date(value).toISOString();
  return field === "amount" ? plainDecimal(value, null) : value;
}

export function evidenceColumns({ paid_at, ...filled }: Filled): Partial<StoredEvidence> {
  const texts = Object.entries(filled).map(([field, value]) => [COLUMNS[field as Field], value]);
  return { ...Object.fromEntries(texts), ...(paid_at !== undefined && { paidAt: new Date(paid_at) }) };
}
