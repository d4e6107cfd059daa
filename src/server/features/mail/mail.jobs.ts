import { defineQueue } from "#server/platform/jobs/jobs.ts";

/** Wakes the outbox for one mail; the mail's row says what to do. */
export const mailQueue = defineQueue<{ mailId: number }>("mail-send");
