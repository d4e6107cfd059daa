import { GATEWAY_MESSAGES } from "#contract/gateways/messages.ts";
import type { IntakeOrder, RecordPayment } from "#contract/intake/intake.ts";
import { MESSAGES } from "#contract/messages.ts";
import { dueAfter } from "#contract/orders/order-due.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { emailKey, sortKey } from "#contract/text.ts";
import type { TimelineData, TimelinePayload } from "#contract/timeline/timeline.ts";
import { invalidField, requireFound } from "#server/platform/app-error.ts";
import type { Queryable, Transaction } from "#server/platform/db/client.ts";
import type { TimelineService } from "../../timeline/timeline.service.ts";
import { readServiceSettings } from "../due/service-settings.repository.ts";
import { nationalityCode } from "../nationality.ts";
import { writeSearchTexts } from "../search/search-text.repository.ts";
import { telephoneKey } from "../telephone.ts";
import { entryStatus, processingDay } from "./intake-status.ts";
import { evidenceColumns, paymentEvidence } from "./payment-evidence.ts";
import {
  claimKeys,
  completePayment,
  findForPayment,
  insertOrders,
  type KeyClaim,
  type NewOrder,
  takeOrderIds,
  updatePayment,
} from "./received-orders.repository.ts";

interface ReceivedOrdersDeps {
  timeline: TimelineService;
  filingWindowDays: number;
  gateways: {
    /** The gateway to stamp on an order: the named one, or the active one; undefined when the named one does not exist. */
    resolve(db: Queryable, id: number | null): Promise<number | undefined>;
  };
}

export type IntakeSource = TimelinePayload<"created">["source"];
/** An order after its payment was reported; `differs` names the fields in which it differs from the payment. */
export interface PaidOrder extends ReceivedOrder {
  differs: string[];
}
export interface ReceivedOrder {
  id: number;
  status: OrderStatus;
}

/** An order to store. An import may state an earlier `createdAt`; queue and timeline use `at`. */
export interface IncomingOrder {
  order: IntakeOrder;
  at: Date;
  createdAt: Date;
}

/** An order with its idempotency key. */
export interface KeyedOrder extends IncomingOrder {
  claim: KeyClaim;
}

export type ReceivedOrdersService = ReturnType<typeof createReceivedOrdersService>;

/** Stores incoming orders and payments; used by intake, import and the demo inside their own transactions. */
export function createReceivedOrdersService({ timeline, filingWindowDays, gateways }: ReceivedOrdersDeps) {
  async function requireGateway(db: Queryable, id: number | null): Promise<number> {
    const gatewayId = await gateways.resolve(db, id);
    if (gatewayId === undefined) throw invalidField("gateway_id", GATEWAY_MESSAGES.gatewayUnknown);
    return gatewayId;
  }

  /** The first queue and the processing day of an order. */
  function entryOf({ order, at, createdAt }: IncomingOrder) {
    const processingDate = processingDay(order.arrival_date, createdAt, filingWindowDays);
    const facts = { isPaid: order.paid, processingMode: order.processing_mode, processingDate };
    return { ...entryStatus(facts, at), processingDate };
  }

  /** The only code that inserts orders, with their search texts and first events. */
  async function store(tx: Transaction, incoming: readonly (IncomingOrder & { id: number })[], source: IntakeSource) {
    const gatewayIds = new Map<number | null, number>();
    for (const id of new Set(incoming.map(({ order }) => order.gateway_id))) {
      gatewayIds.set(id, await requireGateway(tx, id));
    }
    const service = await readServiceSettings(tx);
    const stored = incoming.map((arrival) => {
      const gatewayId = gatewayIds.get(arrival.order.gateway_id) ?? null;
      const order = { id: arrival.id, ...toNewOrder(arrival), ...entryOf(arrival), gatewayId };
      return { ...order, ...dueAfter(null, order, arrival.at, service) } satisfies NewOrder;
    });
    await insertOrders(tx, stored);
    const events = stored.map(({ id, status, statusChangedAt: at }) => ({
      orderId: id,
      actorId: null,
      at,
      event: { type: "created", data: { status, source } } as const,
    }));
    await timeline.record(tx, stored[0]?.statusChangedAt ?? new Date(), events);
    return stored.map(({ id, status }) => ({ id, status }));
  }

  return {
    entryOf,

    /**
     * Stores orders in the given sequence, each in its first queue (decision record 0016).
     * @throws AppError invalid_input for an unknown gateway
     */
    async receiveAll(
      tx: Transaction,
      incoming: readonly IncomingOrder[],
      source: IntakeSource,
    ): Promise<ReceivedOrder[]> {
      const ids = await takeOrderIds(tx, incoming.length);
      const numbered = incoming.map((arrival, index) => ({ ...arrival, id: ids[index] ?? 0 }));
      return await store(tx, numbered, source);
    },

    /**
     * Stores orders whose requests may be repeated, once per idempotency key. `onClaimed` is called when the ids are
     * taken.
     * @returns an entry per request, undefined where the key was used before
     * @throws AppError invalid_input for an unknown gateway
     */
    async receiveOnce(
      tx: Transaction,
      requests: readonly KeyedOrder[],
      source: IntakeSource,
      onClaimed: () => void = () => undefined,
    ): Promise<(ReceivedOrder | undefined)[]> {
      const claimed = await claimKeys(tx, requests);
      onClaimed();
      const numbered = claimed.map(({ request, id }) => ({ ...request, id }));
      const received = await store(tx, numbered, source);
      const byRequest = new Map(claimed.map(({ request }, index) => [request, received[index]]));
      return requests.map((request) => byRequest.get(request));
    },

    /**
     * Records that an order is paid and moves a Pending one to its queue; any other stays where staff put it. Repeating
     * it changes nothing, but evidence that a paid order lacks is added.
     */
    async pay(tx: Transaction, orderId: number, payment: RecordPayment, at: Date): Promise<PaidOrder> {
      const order = requireFound(await findForPayment(tx, orderId), MESSAGES.orderNotFound);
      const { filled, differs } = paymentEvidence(order, payment);
      const fields = Object.keys(filled);
      const completed = { type: "payment-completed", data: { fields } } as const;
      if (order.isPaid) {
        if (fields.length > 0) {
          await completePayment(tx, orderId, evidenceColumns(filled));
          const transactionId = filled.transaction_id ?? order.transactionId;
          await writeSearchTexts(tx, [{ ...order, transactionId }]);
          await timeline.record(tx, at, [{ orderId, actorId: null, event: completed }]);
        }
        return { id: orderId, status: order.status, differs };
      }
      const gatewayId = payment.gateway_id === null ? order.gatewayId : await requireGateway(tx, payment.gateway_id);
      const { transaction_id, merchant_name } = payment;
      const paid = { ...order, isPaid: true, transactionId: transaction_id, merchantName: merchant_name, gatewayId };
      const entry = entryStatus(paid, at);
      const isReleased = order.status === "Pending";
      const status = isReleased ? entry.status : order.status;
      const processingMode = isReleased ? entry.processingMode : order.processingMode;
      const previousStatus = isReleased ? order.status : restoreTarget(order.previousStatus, entry.status);
      const isDeleted = order.status === "Deleted";
      const columns = evidenceColumns(filled);
      const due = dueAfter(order, { ...order, status, processingMode }, at, await readServiceSettings(tx));
      const written = {
        ...paid,
        ...columns,
        ...due,
        status,
        previousStatus,
        processingMode,
        paidAt: columns.paidAt ?? order.paidAt ?? at,
        ...(isDeleted && { paidWhileDeletedAt: at }),
      };
      await updatePayment(tx, written, isReleased ? at : null);
      await writeSearchTexts(tx, [paid]);
      const { amount, currency } = { ...order, ...columns };
      const events: TimelineData[] = [
        { type: "paid", data: { status, transaction_id, merchant_name } },
        ...(fields.length > 0 ? [completed] : []),
        ...(isDeleted ? [{ type: "paid-while-deleted", data: { transaction_id, amount, currency } } as const] : []),
      ];
      // One by one: each event is chained to the previous one, and a statement records one event per order.
      for (const event of events) await timeline.record(tx, at, [{ orderId, actorId: null, event }]);
      return { id: orderId, status, differs };
    },
  };
}

/** An order that staff moved out of Pending before payment returns to the queue it would have entered. */
function restoreTarget(previousStatus: OrderStatus | null, entry: OrderStatus): OrderStatus | null {
  return previousStatus === "Pending" ? entry : previousStatus;
}

const instant = (text: string | null) => (text === null ? null : new Date(text));

function toNewOrder({ order, at, createdAt }: IncomingOrder) {
  const phone = { phoneCode: order.phone_code, telephoneNumber: order.telephone_number };
  return {
    statusChangedAt: at,
    createdAt,
    isPaid: order.paid,
    boughtMode: order.processing_mode,
    arrivalDate: order.arrival_date,
    fullName: order.full_name,
    nameKey: sortKey(order.full_name),
    email: order.email,
    emailKey: emailKey(order.email),
    nationalityCode: nationalityCode(order.nationality),
    nationalityText: order.nationality,
    passportNumber: order.passport_number,
    flightNumber: order.flight_number,
    sex: order.sex,
    dateOfBirth: order.date_of_birth,
    placeOfStay: order.place_of_stay,
    purposeOfVisit: order.purpose_of_visit,
    travelMode: order.travel_mode,
    portOfDeparture: order.port_of_departure,
    portOfArrival: order.port_of_arrival,
    ...phone,
    telephoneKey: telephoneKey(phone),
    transactionId: order.transaction_id,
    merchantName: order.merchant_name,
    amount: order.amount,
    currency: order.currency,
    paidAt: instant(order.paid_at) ?? (order.paid ? createdAt : null),
    purchaseIp: order.purchase_ip,
    userAgent: order.user_agent,
    deviceId: order.device_id,
    deviceFingerprint: order.device_fingerprint,
    accountId: order.account_id,
    termsVersion: order.terms_version,
    termsAcceptedAt: instant(order.terms_accepted_at),
    refundPolicyVersion: order.refund_policy_version,
    paymentFingerprint: order.payment_fingerprint,
    cardBrand: order.card_brand,
    cardLast4: order.card_last4,
    cardCountry: order.card_country,
    chargeId: order.charge_id,
    avsResult: order.avs_result,
    cvcResult: order.cvc_result,
    threeDsResult: order.three_ds_result,
    billingName: order.billing_name,
    language: order.language ?? null,
  };
}
