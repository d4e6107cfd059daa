import { expect, it } from "vitest";
import { type OrderDetails, orderDetailsSchema } from "#contract/order-detail/order-detail.ts";
import { orderFields, personalFields } from "./order-fields.ts";

/** Shown by other parts of the page. */
const ELSEWHERE: (keyof OrderDetails)[] = [
  "process_status",
  "previous_status",
  "next_statuses",
  "version",
  "paid_while_deleted_at",
  "created_at",
  "due_at",
  "duplicates",
  "dispute",
  "disputes",
  "refunds",
  "refund_position",
  "downloadHistory",
  "mailHistory",
  "email_change",
  "blocked_addresses",
  "uploadDoc",
  "remark",
  "filings",
  "file_again",
  "changed_since_filing",
  "facts_version",
  "submitted",
  "correction_requests",
  "document_before_correction",
  "timeline",
  "history_head",
];

it("shows every field of an order that no other part of the page shows", () => {
  const read = new Set<string>();
  const order = new Proxy({} as OrderDetails, {
    get: (_order, name) => {
      read.add(String(name));
      return name === "nationality_given" ? "Germny" : null;
    },
  });
  orderFields(order);
  personalFields(order);
  expect([...read, ...ELSEWHERE].toSorted()).toEqual(Object.keys(orderDetailsSchema.shape).toSorted());
});
