import { MONTHS } from "#contract/dates.ts";
import { nextStatuses } from "#contract/order-status.ts";
import type { OrderDetails, OrderRow } from "#contract/orders.ts";
import { plainDecimal } from "#server/platform/money.ts";
import { countryName } from "./nationality.ts";
import type { OrderDetailsRecord } from "./order-details.repository.ts";
import type { OrderRowRecord } from "./order-lists.repository.ts";

const iso = (instant: Date | null) => instant?.toISOString() ?? null;
const month = (number: number | null) => MONTHS[(number ?? 0) - 1] ?? null;

export function toOrderRow(record: OrderRowRecord): OrderRow {
  return {
    order_id: record.id,
    process_status: record.status,
    full_name: record.fullName,
    email: record.email,
    telephone_number: record.telephoneNumber,
    phone_code: record.phoneCode,
    created_at: record.createdAt.toISOString(),
    refund_date: iso(record.refundedAt),
    processing_date: record.processingDate,
    process_month: month(record.processMonth),
    version: record.version,
  };
}

/** What other features hold on an order. */
export type OrderRelations = Pick<
  OrderDetails,
  "dispute" | "disputes" | "downloadHistory" | "mailHistory" | "uploadDoc" | "remark" | "timeline" | "history_head"
>;

export function toOrderDetails(order: OrderDetailsRecord, relations: OrderRelations): OrderDetails {
  return {
    order_id: order.id,
    process_status: order.status,
    previous_status: order.previousStatus,
    next_statuses: nextStatuses(order),
    version: order.version,
    processing_mode: order.processingMode,
    paid: order.isPaid,
    created_at: order.createdAt.toISOString(),
    processing_date: order.processingDate,
    process_month: month(order.processMonth),
    refund_date: iso(order.refundedAt),
    ...travelFacts(order),
    transaction_id: order.transactionId,
    merchant_name: order.merchantName,
    gateway_name: order.gatewayName,
    amount: order.amount === null ? null : plainDecimal(order.amount),
    currency: order.currency,
    blocked_addresses: order.blocked.map(({ email, reason, since }) => ({
      email,
      reason,
      since: new Date(since).toISOString(),
    })),
    ...relations,
  };
}

function travelFacts(order: OrderDetailsRecord) {
  return {
    flight_number: order.flightNumber,
    arrival_date: order.arrivalDate,
    nationality: countryName(order.nationalityCode),
    passport_number: order.passportNumber,
    full_name: order.fullName,
    sex: order.sex,
    date_of_birth: order.dateOfBirth,
    email: order.email,
    place_of_stay: order.placeOfStay,
    purpose_of_visit: order.purposeOfVisit,
    travel_mode: order.travelMode,
    port_of_departure: order.portOfDeparture,
    port_of_arrival: order.portOfArrival,
    phone_code: order.phoneCode,
    telephone_number: order.telephoneNumber,
  };
}
