import * as z from "zod";
import { type IdentityValues, withIdentityValues } from "#contract/timeline/identity-values.ts";
import type { TimelineType } from "#contract/timeline/timeline.ts";
import { type TimelineEntry, type TimelineHead, timelineEntrySchema } from "#contract/timeline/timeline.ts";

/** Compiled, because timelines can be long. */
const entrySchema = z.compile(timelineEntrySchema);

interface EventRecord {
  id: number;
  at: Date;
  type: TimelineType;
  /** Both null when no member caused the event. */
  actorId: number | null;
  actorName: string | null;
  /** False after a purge. */
  hasPayload: boolean;
  data: unknown;
  values: IdentityValues | null;
}

/** Maps events to the wire in the given sequence, without those whose payload was purged. */
export function toTimeline(events: readonly EventRecord[]): TimelineEntry[] {
  return events.flatMap(({ id, at, type, actorId, actorName, hasPayload, data, values }) => {
    if (!hasPayload) return [];
    const actor = actorId === null || actorName === null ? null : { id: actorId, name: actorName };
    return [entrySchema.parse({ id, at: at.toISOString(), type, actor, data: withIdentityValues(data, values) })];
  });
}

/** @param events sorted by `seq` */
export function toTimelineHead(events: readonly { seq: number; digest: Buffer }[]): TimelineHead | null {
  const last = events.at(-1);
  return last === undefined ? null : { seq: last.seq, digest: last.digest.toString("hex") };
}
