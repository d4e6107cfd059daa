import type { TimelineType } from "#contract/timeline.ts";
import { type HistoryHead, type TimelineEntry, timelineEntrySchema } from "#contract/timeline.ts";

interface EventRecord {
  id: number;
  at: Date;
  type: TimelineType;
  actor: { id: number; name: string } | null;
  /** Null once it was purged. */
  payload: { data: unknown } | null;
}

/** The history as it is shown, in the order given; events without their payload say nothing any more. */
export function toTimeline(events: readonly EventRecord[]): TimelineEntry[] {
  return events.flatMap(({ id, at, type, actor, payload }) =>
    payload === null ? [] : [timelineEntrySchema.parse({ id, at: at.toISOString(), type, actor, data: payload.data })],
  );
}

/** Of events in the order of their places. */
export function toHistoryHead(events: readonly { seq: number; digest: Buffer }[]): HistoryHead | null {
  const last = events.at(-1);
  return last === undefined ? null : { seq: last.seq, digest: last.digest.toString("hex") };
}
