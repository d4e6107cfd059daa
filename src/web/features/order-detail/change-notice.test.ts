import { expect, it } from "vitest";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { TimelineEntry } from "#contract/timeline/timeline.ts";
import { changeNotice } from "./change-notice.ts";

const NIMAL = { id: 2, name: "Nimal" };
const ME = { id: 1, name: "Me" };
const at = "2026-03-01T14:05:09.000Z";

const created: TimelineEntry = { id: 1, at, actor: null, type: "created", data: { status: "New", source: "intake" } };
const moved = (id: number, actor: typeof NIMAL | null, to: OrderStatus): TimelineEntry => ({
  id,
  at,
  actor,
  type: "moved",
  data: { from: "New", to, reason: null },
});
const commented = (id: number, actor: typeof NIMAL): TimelineEntry => ({
  id,
  at,
  actor,
  type: "commented",
  data: { remark_id: id },
});
const seen = (process_status: OrderStatus, ...timeline: TimelineEntry[]) => ({
  process_status,
  refund_date: null,
  timeline: [created, ...timeline],
});
const notice = (before: ReturnType<typeof seen>, after: ReturnType<typeof seen>) => changeNotice(before, after, ME.id);

it("names who moved the order, and its new status", () => {
  const after = seen("Refunds", moved(2, NIMAL, "Completed"), moved(3, NIMAL, "Refunds"), commented(4, NIMAL));
  expect(notice(seen("New"), after)).toBe("Nimal moved this order to Refund due.");
  expect(notice(seen("New"), seen("Contact Customer", moved(2, null, "Contact Customer")))).toBe(
    "The system moved this order to Contact Customer.",
  );
});

it("reports other changes by colleagues", () => {
  expect(notice(seen("New"), seen("New", commented(2, NIMAL)))).toBe("Nimal commented.");
  expect(notice(seen("New"), seen("New", commented(3, NIMAL), commented(2, NIMAL)))).toBe(
    "Nimal commented, and 1 more change before.",
  );
  expect(notice(seen("New"), seen("New", moved(2, NIMAL, "Awaiting"), moved(3, NIMAL, "New")))).toMatch(
    /^Nimal moved the order from New to New, and 1 more/,
  );
});

it("ignores the member's own changes, the customer's, and older ones", () => {
  expect(notice(seen("New"), seen("Completed", moved(2, ME, "Completed")))).toBeNull();
  const tracked: TimelineEntry = {
    id: 2,
    at,
    actor: null,
    type: "tracked",
    data: { ip: "203.0.113.9", user_agent: "" },
  };
  expect(notice(seen("New"), seen("New", tracked))).toBeNull();
  expect(notice(seen("New", commented(2, NIMAL)), seen("New", commented(2, NIMAL)))).toBeNull();
});
