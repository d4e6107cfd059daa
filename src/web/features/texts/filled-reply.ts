import { fillVariables, variableValues } from "#contract/conversation/message-variables.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { QuickReply } from "#contract/texts/quick-replies.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { trackPath } from "#contract/tracking/visitor-paths.ts";
import { pageConfig } from "#web/platform/page-config.ts";

/** The reply as this member writes it to this customer. A variable that the order has no value for stays. */
export function filledReply(reply: QuickReply, order: OrderDetails, memberName: string) {
  const facts = {
    customerName: order.full_name,
    orderId: order.order_id,
    arrivalDate: order.arrival_date,
    flight: order.flight_number,
    trackLink: new URL(trackPath(order.order_id), location.origin).href,
    serviceName: pageConfig().serviceName,
    memberName,
  };
  const values = variableValues(facts, reply.language);
  const fill = (text: string) => fillVariables(text, values).text;
  return { subject: reply.subject === null ? null : fill(reply.subject), body: fill(reply.body) };
}

/** One of each key: in the language, else in English, else in any. */
export function repliesIn(language: Language, replies: readonly QuickReply[]): QuickReply[] {
  const rank = (reply: QuickReply) => [language, "en"].indexOf(reply.language) + 1 || 3;
  const offered = replies.filter((reply) => !reply.is_removed);
  return offered.filter(
    (reply) => !offered.some((other) => other.key === reply.key && isBefore(rank(other), rank(reply), other, reply)),
  );
}

/** Of two in other languages the first by its code. */
function isBefore(other: number, own: number, one: QuickReply, two: QuickReply): boolean {
  return other < own || (other === own && one.language < two.language);
}
