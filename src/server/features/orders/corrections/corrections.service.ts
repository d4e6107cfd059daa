import type { Confirmation } from "#contract/corrections/confirmations.ts";
import { CORRECTED_BY, type CorrectableField, fieldLabels } from "#contract/corrections/correction-fields.ts";
import { type CorrectionInbox, DECIDED_MAX, INBOX_COUNT_MAX } from "#contract/corrections/correction-inbox.ts";
import type { CorrectionRequest } from "#contract/corrections/correction-records.ts";
import type { ChangedField, CorrectedFields, CorrectedOrder } from "#contract/corrections/corrections.ts";
import {
  CORRECTION_MESSAGES,
  correctionConflictMessage,
  correctionForbiddenMessage,
  correctionRequestPartMessage,
} from "#contract/corrections/messages.ts";
import { type Doubt, doubtsAbout } from "#contract/corrections/plausibility.ts";
import { ARRIVAL_ZONE, dayIn, formatDateTimeUtc } from "#contract/dates.ts";
import { MESSAGES } from "#contract/messages.ts";
import { can } from "#contract/roles.ts";
import type { TimelineData } from "#contract/timeline/timeline.ts";
import { AppError, notFound, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { TimelineService } from "../../timeline/timeline.service.ts";
import { readServiceSettings } from "../due/service-settings.repository.ts";
import type { OrderRecord } from "../order-facts.repository.ts";
import { findDuplicates } from "../related/duplicate-rule.ts";
import { writeSearchTexts } from "../search/search-text.repository.ts";
import { toCorrectionRequest } from "./correction-mapping.ts";
import {
  confirmationsFor,
  findCorrectable,
  findLastCorrection,
  findOpenRequests,
  findRequest,
  findUnseenDecisions,
  freezeSubmission,
  insertRequest,
  lockCorrectable,
  markDecisionsSeen,
  updateFacts,
  updateRequest,
} from "./corrections.repository.ts";
import { type CorrectableOrder, decideCorrection, factsOf } from "./order-corrections.ts";

/** Open requests read for the count; some of them may be of one order, or for others to decide. */
const OPEN_READ = 500;

interface CorrectionsDeps {
  db: Database;
  now: Clock;
  timeline: TimelineService;
  filingWindowDays: number;
}

type Actor = Pick<SessionMember, "id" | "type">;
interface Correction {
  orderId: number;
  fields: CorrectedFields;
  reason: string;
  /** Undefined corrects whatever version the facts have. */
  factsVersion: number | undefined;
  confirm: readonly Confirmation[];
  requestId: number | null;
}

export type CorrectionsService = ReturnType<typeof createCorrectionsService>;

/** Corrections of an order's facts, and requests for them (decision record 0090). */
export function createCorrectionsService({ db, now, timeline, filingWindowDays }: CorrectionsDeps) {
  const decide = async (tx: Queryable, order: CorrectableOrder, fields: CorrectedFields, at: Date) =>
    decideCorrection(order, fields, { at, filingWindowDays, service: await readServiceSettings(tx) });

  async function correct(tx: Transaction, actor: Actor, correction: Correction): Promise<CorrectedOrder> {
    const { orderId, fields, reason, factsVersion, confirm, requestId } = correction;
    requireFields(actor, fields);
    const order = await requireLocked(tx, orderId);
    if (factsVersion !== undefined && factsVersion !== order.factsVersion)
      throw await factsVersionConflict(tx, orderId);
    const request = requestId === null ? null : await requireOpenRequest(tx, requestId, orderId);
    if (request !== null) requireAnswered(actor, request, fields);
    const at = now();
    const { changed, columns, status } = await decide(tx, order, fields, at);
    const isMoved = status !== order.status;
    const doubts = doubtsIn(changed, columns, at);
    const after = {
      order_id: orderId,
      changed,
      confirmed: [...standingDoubts(order, fields, changed).filter((each) => confirm.includes(each)), ...doubts],
      facts_version: order.factsVersion + Number(changed.length > 0),
      process_status: status,
      version: order.version + Number(isMoved),
    };
    // Nothing that was requested is applied, whatever else is, so the request is not accepted.
    if (request !== null && !changed.some(({ field }) => field in request.fields)) {
      throw new AppError("rule_violation", CORRECTION_MESSAGES.correctionRequestMet);
    }
    const confirming: TimelineData[] =
      after.confirmed.length === 0 ? [] : [{ type: "facts-confirmed", data: { doubts: after.confirmed, reason } }];
    if (changed.length === 0) {
      for (const event of confirming) await timeline.record(tx, at, [{ orderId, actorId: actor.id, event }]);
      return after;
    }
    const toConfirm = [...(await confirmationsFor(tx, orderId)), ...doubts];
    if (toConfirm.some((each) => !confirm.includes(each))) {
      throw new AppError("confirmation_required", CORRECTION_MESSAGES.correctionConfirm, {
        data: { confirm: toConfirm },
      });
    }
    if (requestId !== null) {
      await updateRequest(tx, requestId, { decidedAt: at, decidedBy: actor.id, outcome: "accepted", reason });
    }
    const sha256 = await freezeSubmission(tx, order);
    await updateFacts(tx, at, order, { columns, status });
    await writeSearchTexts(tx, [{ ...order, ...columns }]);
    const events: TimelineData[] = [
      {
        type: "corrected",
        data: { fields: changed, reason, request_id: requestId, ...(sha256 && { submitted_sha256: sha256 }) },
      },
      ...confirming,
    ];
    if (isMoved) {
      events.push({ type: "moved", data: { from: order.status, to: status, reason: `Corrected: ${reason}` } });
    }
    // One by one: each event is chained to the previous one.
    for (const event of events) await timeline.record(tx, at, [{ orderId, actorId: actor.id, event }]);
    return after;
  }

  async function decline(tx: Transaction, actor: Actor, request: RequestRecord, reason: string | null) {
    const { id, orderId, fields, requestedBy } = request;
    // Who asked may withdraw the request.
    if (requestedBy !== actor.id) requireFields(actor, fields);
    await requireLocked(tx, orderId);
    await requireOpenRequest(tx, id, orderId);
    const at = now();
    await updateRequest(tx, id, { decidedAt: at, decidedBy: actor.id, outcome: "declined", reason });
    const data = { request_id: id, fields: Object.keys(fields), reason };
    await timeline.record(tx, at, [{ orderId, actorId: actor.id, event: { type: "correction-declined", data } }]);
  }

  return {
    /** What a correction would change, without permissions and locks. @throws AppError not_found */
    async preview({ orderId, fields }: { orderId: number; fields: CorrectedFields }) {
      const order = requireFound(await findCorrectable(db, orderId), MESSAGES.orderNotFound);
      const at = now();
      const { changed, columns, status, processingDate, dueAt } = await decide(db, order, fields, at);
      const confirm =
        changed.length === 0 ? [] : [...(await confirmationsFor(db, orderId)), ...doubtsIn(changed, columns, at)];
      const due_at = dueAt?.toISOString() ?? null;
      const duplicates = await findDuplicates(db, { ...order, ...columns, status });
      return { process_status: status, processing_date: processingDate, due_at, changed, confirm, duplicates };
    },

    /**
     * Corrects an order; the same values write nothing, but that a doubtful one of them is confirmed.
     * @throws AppError forbidden, not_found, conflict_version, confirmation_required, rule_violation
     */
    async correct(actor: Actor, correction: Correction): Promise<CorrectedOrder> {
      return await db.transaction((tx) => correct(tx, actor, correction));
    },

    /** Asks for a correction; the same open request is not stored twice. @throws AppError not_found, rule_violation */
    async request(
      actor: Actor,
      { orderId, fields, note }: { orderId: number; fields: CorrectedFields; note: string },
    ): Promise<CorrectionRequest> {
      return await db.transaction(async (tx) => {
        const order = await requireLocked(tx, orderId);
        const at = now();
        const { changed } = await decide(tx, order, fields, at);
        if (changed.length === 0) throw new AppError("rule_violation", CORRECTION_MESSAGES.correctionSame);
        const requested = Object.fromEntries(
          changed.map(({ field }) => [field, fields[field as CorrectableField] ?? null]),
        );
        const id = await insertRequest(tx, { orderId, requestedBy: actor.id, fields: requested, note, at });
        const data = { request_id: id, fields: changed, note };
        await timeline.record(tx, at, [{ orderId, actorId: actor.id, event: { type: "correction-requested", data } }]);
        return toCorrectionRequest(await requireRequest(tx, id));
      });
    },

    /** What waits for the member, and what became of the member's own requests. */
    async inbox(actor: Actor): Promise<CorrectionInbox> {
      const [open, decided] = await Promise.all([
        findOpenRequests(db, OPEN_READ),
        findUnseenDecisions(db, actor.id, DECIDED_MAX),
      ]);
      const mine = open.filter(({ fields }) =>
        fields.every((field) => can(actor.type, CORRECTED_BY[field as CorrectableField])),
      );
      const orders = new Set(mine.map(({ order_id }) => order_id));
      return {
        to_decide: Math.min(orders.size, INBOX_COUNT_MAX),
        decided: decided.flatMap(({ request: { id, orderId, fields, outcome, decidedAt }, decider }) => {
          if (outcome === null || decidedAt === null) return [];
          const labels = Object.keys(fields).map((field) => fieldLabels([field]));
          return [
            {
              id,
              order_id: orderId,
              fields: labels,
              outcome,
              decided_by: decider,
              decided_at: decidedAt.toISOString(),
            },
          ];
        }),
      };
    },

    /** @returns how many of these decisions the member had not seen */
    async seeDecisions(actor: Actor, requestIds: readonly number[]): Promise<number> {
      return await markDecisionsSeen(db, actor.id, requestIds, now());
    },

    /**
     * Accepts or declines a request. Accepting is a correction with its reason or else the request's note.
     * @throws AppError like `correct`
     */
    async decide(
      actor: Actor,
      decision: { requestId: number; accept: boolean; reason: string | null } & Pick<
        Correction,
        "factsVersion" | "confirm"
      >,
    ): Promise<CorrectionRequest> {
      return await db.transaction(async (tx) => {
        const { requestId, accept, reason, factsVersion, confirm } = decision;
        const request = await requireRequest(tx, requestId);
        const { orderId, fields } = request;
        // A customer may have written none.
        const note = request.note === "" ? CORRECTION_MESSAGES.correctionAsked : request.note;
        if (accept) {
          await correct(tx, actor, { orderId, fields, reason: reason ?? note, factsVersion, confirm, requestId });
        } else {
          await decline(tx, actor, request, reason);
        }
        return toCorrectionRequest(await requireRequest(tx, requestId));
      });
    },
  };
}

/** What is doubtful about the given values that the order has already, on the day on which it was received. */
function standingDoubts(order: CorrectableOrder, fields: CorrectedFields, changed: readonly ChangedField[]): Doubt[] {
  const unchanged = Object.entries(factsOf(order)).filter(
    ([field]) => field in fields && !changed.some((each) => each.field === field),
  );
  return doubtsAbout(Object.fromEntries(unchanged), dayIn(ARRIVAL_ZONE, order.createdAt));
}

/** What is doubtful about the new values, on the day of the correction where the travellers arrive. */
function doubtsIn(changed: readonly ChangedField[], columns: Partial<OrderRecord>, at: Date) {
  const { arrivalDate, dateOfBirth, passportNumber } = columns;
  const has = (field: CorrectableField) => changed.some((each) => each.field === field);
  const facts = {
    ...(has("arrival_date") && { arrival_date: arrivalDate ?? null }),
    ...(has("date_of_birth") && { date_of_birth: dateOfBirth ?? null }),
    ...(has("passport_number") && { passport_number: passportNumber ?? null }),
  };
  return doubtsAbout(facts, dayIn(ARRIVAL_ZONE, at));
}

/** @throws AppError forbidden with the fields that the member's role may not correct */
function requireFields(actor: Actor, fields: CorrectedFields): void {
  const refused = (Object.keys(fields) as CorrectableField[]).filter((field) => !can(actor.type, CORRECTED_BY[field]));
  if (refused.length === 0) return;
  const errors = refused.map((field) => ({ path: `fields.${field}`, message: MESSAGES.forbidden }));
  throw new AppError("forbidden", correctionForbiddenMessage(fieldLabels(refused)), { errors });
}

async function requireLocked(tx: Transaction, orderId: number): Promise<CorrectableOrder> {
  return requireFound(await lockCorrectable(tx, orderId), MESSAGES.orderNotFound);
}

type RequestRecord = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

async function requireRequest(tx: Transaction, id: number): Promise<RequestRecord> {
  return requireFound(await findRequest(tx, id), CORRECTION_MESSAGES.correctionRequestNotFound);
}

/** Read once the order is locked: two decisions at once never both pass. */
async function requireOpenRequest(tx: Transaction, id: number, orderId: number): Promise<RequestRecord> {
  const request = await requireRequest(tx, id);
  if (request.orderId !== orderId) throw notFound(CORRECTION_MESSAGES.correctionRequestNotFound);
  if (request.outcome !== null) throw new AppError("rule_violation", CORRECTION_MESSAGES.correctionRequestDecided);
  return request;
}

/**
 * A correction accepts a request only if it names all its fields, though maybe with other values, and if its member may
 * decide each of them. @throws AppError forbidden, rule_violation
 */
function requireAnswered(actor: Actor, request: RequestRecord, fields: CorrectedFields): void {
  requireFields(actor, request.fields);
  const left = (Object.keys(request.fields) as CorrectableField[]).filter((field) => fields[field] === undefined);
  if (left.length > 0) {
    throw new AppError("rule_violation", correctionRequestPartMessage(fieldLabels(left)));
  }
}

/** The refusal of a change that was decided on older facts: who corrected the order since, and when. */
export async function factsVersionConflict(tx: Transaction, orderId: number): Promise<AppError> {
  const last = await findLastCorrection(tx, orderId);
  const message =
    last === undefined
      ? CORRECTION_MESSAGES.correctionOtherVersion
      : correctionConflictMessage(last.name, formatDateTimeUtc(new Date(last.at).toISOString()));
  return new AppError("conflict_version", message);
}
