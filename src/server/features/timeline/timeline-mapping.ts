import * as z from "zod";
import type { TimelineType } from "#contract/timeline.ts";
import { type HistoryHead, type TimelineEntry, timelineEntrySchema } from "#contract/timeline.ts";

/** Compiled: a history is as long as what happened. */
const entrySchema = z.compile(timelineEntrySchema);

interface EventRecord {
  id: number;
  at: Date;
  type: TimelineType;
  /** Both null for what no member did. */
  actorId: number | null;
  actorName: string | null;
  /** False once it was purged. */
  hasPayload: boolean;
  data: unknown;
}

/** The history as it is shown, in the order given; events without their payload say nothing any more. */
export function toTimeline(events: readonly EventRecord[]): TimelineEntry[] {
  return events.flatMap(({ id, at, type, actorId, actorName, hasPayload, data }) => {
    if (!hasPayload) return [];
    const actor = actorId === null || actorName === null ? null : { id: actorId, name: actorName };
    return [entrySchema.parse({ id, at: at.toISOString(), type, actor, data })];
  });
}

/** Of events in the order of their places. */
export function toHistoryHead(events: readonly { seq: number; digest: Buffer }[]): HistoryHead | null {
  const last = events.at(-1);
  return last === undefined ? null : { seq: last.seq, digest: last.digest.toString("hex") };
}
