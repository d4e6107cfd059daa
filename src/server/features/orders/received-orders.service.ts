import type { IntakeOrder, RecordPayment } from "#contract/intake.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { OrderStatus } from "#contract/order-status.ts";
import { searchKey } from "#contract/text.ts";
import type { TimelinePayload } from "#contract/timeline.ts";
import { invalidField, notFound } from "#server/platform/app-error.ts";
import type { LoadingTransaction, Queryable, Transaction } from "#server/platform/db/client.ts";
import type { TimelineService } from "../timeline/timeline.service.ts";
import { entryStatus, processingDay } from "./intake-status.ts";
import { nationalityCode } from "./nationality.ts";
import { telephoneKey } from "./order-search.ts";
import {
  copyOrders,
  findForPayment,
  insertOrders,
  insertOrdersOnce,
  type NewOrder,
  type RequestClaim,
  takeOrderIds,
  updatePayment,
  writeSearchText,
} from "./orders.repository.ts";

interface ReceivedOrdersDeps {
  timeline: TimelineService;
  filingWindowDays: number;
  gateways: {
    /** The gateway to stamp on an order: the named one, or the active one; undefined when the named one does not exist. */
    resolve(db: Queryable, id: number | null): Promise<number | undefined>;
  };
}

export type IntakeSource = TimelinePayload<"created">["source"];
export interface ReceivedOrder {
  id: number;
  status: OrderStatus;
}

/** An order that comes in. An import may tell when it did; its queue and its history are of `at` all the same. */
export interface Arrival {
  order: IntakeOrder;
  at: Date;
  createdAt: Date;
}

/** An order that a checkout hands over, and its key. */
export interface ClaimingRequest {
  claim: RequestClaim;
  order: IntakeOrder;
  at: Date;
}

export type ReceivedOrdersService = ReturnType<typeof createReceivedOrdersService>;

/** How orders come in and are paid; intake, import and the demo all use it, inside transactions of their own. */
export function createReceivedOrdersService({ timeline, filingWindowDays, gateways }: ReceivedOrdersDeps) {
  async function requireGateway(db: Queryable, id: number | null): Promise<number> {
    const gatewayId = await gateways.resolve(db, id);
    if (gatewayId === undefined) throw invalidField("gateway_id", MESSAGES.gatewayUnknown);
    return gatewayId;
  }

  /** Where an order goes. */
  function entryOf({ order, at, createdAt }: Arrival) {
    const processingDate = processingDay(order.arrival_date, createdAt, filingWindowDays);
    const facts = { isPaid: order.paid, processingMode: order.processing_mode, processingDate };
    return { ...entryStatus(facts, at), processingDate };
  }

  /**
   * What is stored of orders that come in. `leavesUnnamed`: the gateway of those that name none is not looked for.
   * @throws AppError invalid_input for an unknown gateway
   */
  async function recordsOf(db: Queryable, arrivals: readonly Arrival[], { leavesUnnamed = false } = {}) {
    const gatewayIds = new Map<number | null, number>();
    for (const id of new Set(arrivals.map(({ order }) => order.gateway_id))) {
      if (id !== null || !leavesUnnamed) gatewayIds.set(id, await requireGateway(db, id));
    }
    return arrivals.map((arrival) => {
      const gatewayId = gatewayIds.get(arrival.order.gateway_id) ?? null;
      return { ...toNewOrder(arrival), ...entryOf(arrival), gatewayId };
    });
  }

  /** Begins the histories of these orders. */
  async function begin(tx: Transaction, orders: readonly (ReceivedOrder & { at: Date })[], source: IntakeSource) {
    const events = orders.map(({ id, status, at }) => ({
      orderId: id,
      actorId: null,
      at,
      event: { type: "created", data: { status, source } } as const,
    }));
    await timeline.record(tx, orders[0]?.at ?? new Date(), events);
  }

  /** Stores orders in this order, each in its first queue (decision 2). @throws AppError invalid_input for an unknown gateway */
  async function receiveAll(
    tx: Transaction,
    arrivals: readonly Arrival[],
    source: IntakeSource,
  ): Promise<ReceivedOrder[]> {
    const given = await recordsOf(tx, arrivals);
    const ids = await insertOrders(tx, given);
    const received = given.map(({ status, statusChangedAt: at }, index) => ({ id: ids[index] ?? 0, status, at }));
    await begin(tx, received, source);
    return received;
  }

  return {
    entryOf,
    receiveAll,
    takeIds: takeOrderIds,

    /**
     * Stores thousands of orders by COPY as `receiveAll` stores a few, with ids that were taken before.
     * @throws AppError invalid_input for an unknown gateway
     */
    async load(
      { tx, copy }: LoadingTransaction,
      arrivals: readonly (Arrival & { id: number })[],
      source: IntakeSource,
    ): Promise<void> {
      const records = await recordsOf(tx, arrivals);
      const given = records.map((record, index) => Object.assign(record, { id: arrivals[index]?.id ?? 0 }));
      await copyOrders(copy, given);
      const received = given.map(({ id, status, statusChangedAt: at }) => ({ id, status, at }));
      await begin(tx, received, source);
    },

    /**
     * Stores orders that checkouts hand over now, each once for its key, all of them or none.
     * @returns for each undefined where the key is taken
     * @throws AppError invalid_input for an unknown gateway
     */
    async receiveOnce(db: Queryable, requests: readonly ClaimingRequest[]): Promise<(ReceivedOrder | undefined)[]> {
      const records = await recordsOf(
        db,
        requests.map(({ order, at }) => ({ order, at, createdAt: at })),
        { leavesUnnamed: true },
      );
      const given = requests.flatMap(({ claim }, index) => {
        const order = records[index];
        return order === undefined
          ? []
          : [{ claim, order, created: { status: order.status, source: "intake" } as const }];
      });
      const ids = await insertOrdersOnce(db, given);
      return given.map(({ order: { status } }, index) => {
        const id = ids[index] ?? null;
        return id === null ? undefined : { id, status };
      });
    },

    /**
     * Records that an order is paid; a Pending one goes to its queue, any other stays where staff put it. Repeating it
     * changes nothing.
     */
    async pay(tx: Transaction, orderId: number, payment: RecordPayment, at: Date): Promise<ReceivedOrder> {
      const order = await findForPayment(tx, orderId);
      if (order === undefined) throw notFound(MESSAGES.orderNotFound);
      if (order.isPaid) return { id: orderId, status: order.status };
      const gatewayId = payment.gateway_id === null ? order.gatewayId : await requireGateway(tx, payment.gateway_id);
      const { transaction_id, merchant_name } = payment;
      const paid = { ...order, isPaid: true, transactionId: transaction_id, merchantName: merchant_name, gatewayId };
      const entry = entryStatus(paid, at);
      const isReleased = order.status === "Pending";
      const status = isReleased ? entry.status : order.status;
      const processingMode = isReleased ? entry.processingMode : order.processingMode;
      const previousStatus = isReleased ? order.status : wayBack(order.previousStatus, entry.status);
      const written = { ...paid, status, previousStatus, processingMode, paidAt: order.paidAt ?? at };
      await updatePayment(tx, written, isReleased ? at : null);
      await writeSearchText(tx, paid);
      const event = { type: "paid", data: { status, transaction_id, merchant_name } } as const;
      await timeline.record(tx, at, [{ orderId, actorId: null, event }]);
      return { id: orderId, status };
    },
  };
}

/** An order that staff moved out of Pending before it was paid goes back to the queue it would have gone to. */
function wayBack(previousStatus: OrderStatus | null, entry: OrderStatus): OrderStatus | null {
  return previousStatus === "Pending" ? entry : previousStatus;
}

const instant = (text: string | null) => (text === null ? null : new Date(text));

type IntakeColumns = Omit<NewOrder, "status" | "processingMode" | "processingDate" | "gatewayId">;

function toNewOrder({ order, at, createdAt }: Arrival) {
  const phone = { phoneCode: order.phone_code, telephoneNumber: order.telephone_number };
  return {
    statusChangedAt: at,
    createdAt,
    isPaid: order.paid,
    arrivalDate: order.arrival_date,
    fullName: order.full_name,
    nameKey: searchKey(order.full_name),
    email: order.email,
    emailKey: order.email.toLowerCase(),
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
    termsVersion: order.terms_version,
    termsAcceptedAt: instant(order.terms_accepted_at),
    refundPolicyVersion: order.refund_policy_version,
    paymentFingerprint: order.payment_fingerprint,
    cardBrand: order.card_brand,
    cardLast4: order.card_last4,
    avsResult: order.avs_result,
    cvcResult: order.cvc_result,
    threeDsResult: order.three_ds_result,
    billingName: order.billing_name,
  } satisfies IntakeColumns;
}
