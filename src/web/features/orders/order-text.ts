import { formatDay } from "#contract/dates.ts";
import type { RefundPosition } from "#contract/refunds/refund-position.ts";

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

/** What a question before a move to Refunds needs to know of an order. */
export interface RefundSoFar {
  /** Absent unless the whole payment was refunded. */
  refundDate?: string;
  /** `20.00 USD`, or `a part of the payment` where the amount is not at hand; absent unless a part was refunded. */
  refundedPart?: string;
}

export const refundSoFar = (refundDate: string | null, part: string | null): RefundSoFar =>
  refundDate !== null ? { refundDate } : part !== null ? { refundedPart: part } : {};

/** The amount of a partial refund; null if nothing was refunded. */
export function refundedPart({ recorded, currency }: RefundPosition): string | null {
  return Number(recorded) > 0 ? [recorded, currency ?? ""].join(" ").trimEnd() : null;
}

/** Asked before orders with a recorded refund go to Refunds again; null if none has one. */
export function refundedAgainText(orders: readonly RefundSoFar[]): string | null {
  const [order] = orders;
  if (orders.length === 1 && order !== undefined) return oneRefundedText(order);
  const whole = orders.filter(({ refundDate }) => refundDate !== undefined).length;
  const part = orders.filter(({ refundedPart }) => refundedPart !== undefined).length;
  const texts = [
    whole > 0 &&
      `${whole} of them ${whole === 1 ? "has" : "have"} a recorded refund and will be shown as refunded. To refund these again, undo those refunds first.`,
    part > 0 && `${part} of them ${part === 1 ? "was" : "were"} refunded in part: only the rest will be due.`,
  ].filter((text) => text !== false);
  return texts.length === 0 ? null : texts.join(" ");
}

function oneRefundedText({ refundDate, refundedPart }: RefundSoFar): string | null {
  if (refundDate !== undefined) {
    return `A refund of ${formatDay(refundDate)} is recorded: the order will be shown as refunded. To refund it again, undo that refund first.`;
  }
  return refundedPart === undefined ? null : `Already refunded: ${refundedPart}. Only the rest will be due.`;
}
