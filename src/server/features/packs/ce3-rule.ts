/**
 * Visa's Compelling Evidence 3.0 (dispute condition 10.4) as published by the processors. Their pages differ on a payment
 * that is 365 days old, so it does not qualify, and the pack says so.
 */
export const CE3_RULE = {
  days: { min: 120, max: 364 },
  borderlineDays: 365,
  /** Exactly this many are proposed. */
  orders: 2,
  elements: 2,
  source: "the processors' published guidance",
  readOn: "2026-11-22",
} as const;
