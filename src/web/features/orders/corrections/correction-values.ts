import { CORRECTABLE_FIELDS, type CorrectableField } from "#contract/corrections/correction-fields.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";

/** What is typed for each field; empty is no value. */
export type CorrectionValues = Record<CorrectableField, string>;

export function correctionValues(order: Pick<OrderDetails, CorrectableField>): CorrectionValues {
  return Object.fromEntries(CORRECTABLE_FIELDS.map((field) => [field, order[field] ?? ""])) as CorrectionValues;
}

/** The fields whose typed value differs from the order's. */
export function typedChanges(typed: CorrectionValues, base: CorrectionValues): Partial<CorrectionValues> {
  const fields = CORRECTABLE_FIELDS.filter((field) => typed[field].trim() !== base[field]);
  return Object.fromEntries(fields.map((field) => [field, typed[field]]));
}

/** What was typed, on facts that a colleague corrected in the meantime: fields without an entry take the new value. */
export function keptEntries(typed: CorrectionValues, base: CorrectionValues, now: CorrectionValues): CorrectionValues {
  const changes = typedChanges(typed, base);
  return Object.fromEntries(
    CORRECTABLE_FIELDS.map((field) => [field, field in changes ? typed[field] : now[field]]),
  ) as CorrectionValues;
}
