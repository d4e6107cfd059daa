import { formatDay } from "#contract/dates.ts";

const NAMED = 5;
const listed = new Intl.ListFormat("en-GB");

/** Orders as named in a question: one with its customer, a few by their ids, many by their number. */
export function orderText(ids: readonly number[], nameOf: (id: number) => string | null | undefined): string {
  const [first] = ids;
  if (first === undefined || ids.length > NAMED) return `${ids.length.toLocaleString("en-US")} orders`;
  if (ids.length > 1) return `orders ${listed.format(ids.map(String))}`;
  const name = nameOf(first);
  return name === null || name === undefined ? `order ${first}` : `order ${first} (${name})`;
}

/** Asked before orders with a recorded refund go to Refunds again; null if none has one. */
export function refundedAgainText(orders: readonly { refundDate?: string }[]): string | null {
  const dates = orders.flatMap(({ refundDate }) => refundDate ?? []);
  const [first] = dates;
  if (first === undefined) return null;
  if (orders.length === 1) {
    return `A refund of ${formatDay(first)} is recorded: the order will be shown as refunded. To refund it again, undo that refund first.`;
  }
  return `${dates.length} of them have a recorded refund and will be shown as refunded. To refund these again, undo those refunds first.`;
}
