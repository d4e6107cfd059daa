import { SUBMITTED_FIELDS } from "#contract/corrections/correction-fields.ts";
import type { CorrectionRequest, Submitted } from "#contract/corrections/correction-records.ts";
import { deviceName } from "#server/platform/http/device-name.ts";
import { countryName } from "../nationality.ts";
import type { findRequest } from "./corrections.repository.ts";
import { type OrderFacts, shownFact } from "./order-corrections.ts";

type RequestRecord = NonNullable<Awaited<ReturnType<typeof findRequest>>>;

export function toCorrectionRequest(request: RequestRecord): CorrectionRequest {
  const { requestedBy: id, requester: name, decidedAt, ip, userAgent, country } = request;
  const place = country === null ? null : countryName(country);
  return {
    id: request.id,
    order_id: request.orderId,
    requested_by: id === null || name === null ? null : { id, name },
    fields: Object.fromEntries(Object.entries(request.fields).map(([key, value]) => [key, shownFact(key, value)])),
    note: request.note,
    at: request.at.toISOString(),
    outcome: request.outcome,
    decided_by: request.decider,
    decided_at: decidedAt?.toISOString() ?? null,
    reason: request.reason,
    ...(ip !== null && { from: { ip, device: deviceName(userAgent ?? ""), place } }),
  };
}

/** The submission of a corrected order, null while its own row is the submission. */
export function toSubmitted(facts: OrderFacts | null): Submitted | null {
  if (facts === null) return null;
  return Object.fromEntries(SUBMITTED_FIELDS.map((field) => [field, shownFact(field, facts[field])])) as Submitted;
}
