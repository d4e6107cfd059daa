import { defineQueue } from "#server/platform/jobs/jobs.ts";

/** Wakes the outbox for one mail; what is to be done stands in the mail's row. */
export const mailQueue = defineQueue<{ mailId: number }>("mail-send");
