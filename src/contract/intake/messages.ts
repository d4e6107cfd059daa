export const INTAKE_MESSAGES = {
  intakeKey: "A valid intake key is needed.",
  idempotencyKey: "The Idempotency-Key header must be 1 to 255 printable characters.",
  idempotencyConflict: "This Idempotency-Key was used with another request.",
  intakeStored: "Order received",
  paymentRecorded: "Payment recorded",
} as const;
