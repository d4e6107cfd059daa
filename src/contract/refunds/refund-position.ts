import * as z from "zod";

/** What went back of a payment, and what is left of it. Amounts of different currencies are never added. */
export const refundPositionSchema = z
  .object({
    /** The sum of the refunds that count; null when the amount of one is not recorded. */
    recorded: z.string().nullable(),
    /** Null when the payment's amount is unknown. */
    left: z.string().nullable(),
    currency: z.string().nullable(),
  })
  .meta({ id: "RefundPosition" });
export type RefundPosition = z.infer<typeof refundPositionSchema>;
