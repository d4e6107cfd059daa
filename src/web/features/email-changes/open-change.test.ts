import { expect, it } from "vitest";
import type { EmailChange } from "#contract/email-changes/email-changes.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { openChange } from "./open-change.ts";

const EXPIRES = "2026-03-04T10:00:00.000Z";
const order = (state: EmailChange["state"] | null) =>
  ({ email_change: state === null ? null : { state, expires_at: EXPIRES } }) as OrderDetails;
const before = Date.parse(EXPIRES) - 1;
const after = Date.parse(EXPIRES);

it("is a pending change until its link has expired, and a contested one until it is decided", () => {
  expect(openChange(order(null), before)).toBeNull();
  expect(openChange(order("pending"), before)?.state).toBe("pending");
  expect(openChange(order("pending"), after)).toBeNull();
  expect(openChange(order("contested"), after)?.state).toBe("contested");
});
