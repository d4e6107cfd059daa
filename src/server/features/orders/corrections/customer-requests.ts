import type * as z from "zod";
import type { askForCorrection } from "#contract/corrections/ask-for-correction.ts";
import type { CorrectableField } from "#contract/corrections/correction-fields.ts";
import { CUSTOMER_REQUESTS_MAX } from "#contract/corrections/customer-correction.ts";
import { countryUnknownMessage } from "#contract/corrections/messages.ts";
import { DOUBTS, doubtsAbout } from "#contract/corrections/plausibility.ts";
import { ARRIVAL_ZONE, dayIn } from "#contract/dates.ts";
import type { MainResult } from "#contract/tracking/tracking.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { AppError, invalidField, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable } from "#server/platform/db/client.ts";
import type { CountryOf } from "#server/platform/geo/countries.ts";
import { requireGrant, type Visitor } from "#server/platform/http/access.ts";
import type { Client } from "#server/platform/http/client.ts";
import type { TimelineService } from "../../timeline/timeline.service.ts";
import { likelyCountry, nationalityCode } from "../nationality.ts";
import { findCustomerRequests, insertRequest, lockCorrectable } from "./corrections.repository.ts";
import { factsOf, shownFact } from "./order-corrections.ts";

interface CustomerRequestsDeps {
  db: Database;
  now: Clock;
  timeline: TimelineService;
  /** An order that its customer may see now. */
  findTrackable(db: Queryable, orderId: number): Promise<unknown>;
  countryOf: CountryOf;
}
export type CustomerRequests = ReturnType<typeof createCustomerRequests>;

/** Corrections that customers ask for on the tracking page; members decide them like their own requests. */
export function createCustomerRequests({ db, now, timeline, findTrackable, countryOf }: CustomerRequestsDeps) {
  return {
    /**
     * Stores a request; the same open one is stored once. The answer is the same whether or not the order has these values
     * already: it would tell them to whoever guesses.
     * @throws AppError forbidden, not_found, invalid_input, rule_violation
     */
    async ask(
      visitor: Visitor,
      client: Client,
      { orderId: given, fields, note }: z.output<typeof askForCorrection.body>,
    ): Promise<void> {
      const { orderId } = requireGrant(visitor, given);
      const { nationality } = fields;
      if (nationality != null && nationalityCode(nationality) === null) {
        throw invalidField("fields.nationality", countryUnknownMessage(nationality, likelyCountry(nationality)));
      }
      const at = now();
      if (doubtsAbout({ date_of_birth: fields.date_of_birth ?? null }, dayIn(ARRIVAL_ZONE, at)).length > 0) {
        throw invalidField("fields.date_of_birth", DOUBTS.birth_implausible.words);
      }
      await db.transaction(async (tx) => {
        // Locked first, as a purge and a change of the address do before they end what the visitor may see.
        const order = requireFound(await lockCorrectable(tx, orderId), VISITOR_MESSAGES.trackNotFound);
        requireFound(await findTrackable(tx, orderId), VISITOR_MESSAGES.trackNotFound);
        if (order.status === "Refunds") throw new AppError("rule_violation", VISITOR_MESSAGES.correctionClosed);
        const open = (await findCustomerRequests(tx, orderId)).filter(({ outcome }) => outcome === null);
        const request = { fields, note: note ?? "" };
        if (open.some((each) => isSame(each, request))) return;
        if (open.length >= CUSTOMER_REQUESTS_MAX) {
          throw new AppError("rule_violation", VISITOR_MESSAGES.correctionOpen);
        }
        const { ip, userAgent } = client;
        const country = countryOf(ip);
        const id = await insertRequest(tx, {
          ...{ orderId, requestedBy: null, ...request, at },
          ...{ ip, userAgent, country },
        });
        const facts = factsOf(order);
        const changes = (Object.entries(fields) as [CorrectableField, string | null][]).map(([field, value]) => ({
          field,
          from: shownFact(field, facts[field]),
          to: shownFact(field, value),
        }));
        await timeline.recordFor(tx, at, orderId, null, {
          type: "correction-requested",
          data: { request_id: id, fields: changes, note: request.note, ip, user_agent: userAgent, country },
        });
      });
    },

    /** What the customer's page shows: the open requests and the one that was decided last, newest first. */
    async shown(orderId: number): Promise<NonNullable<MainResult["corrections"]>> {
      const all = await findCustomerRequests(db, orderId);
      const decided = all.find(({ outcome }) => outcome !== null);
      return all
        .filter((each) => each.outcome === null || each === decided)
        .map(({ at, outcome, fields }) => ({ at: at.toISOString(), outcome, fields: Object.keys(fields) }));
    },
  };
}

type Asked = { fields: Record<string, string | null | undefined>; note: string };
const isSame = (one: Asked, other: Asked) =>
  one.note === other.note && JSON.stringify(one.fields) === JSON.stringify(other.fields);
