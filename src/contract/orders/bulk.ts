import { HOUR_MS } from "#contract/dates.ts";
import { ORDER_MESSAGES } from "./messages.ts";

/** Orders in one call. */
export const BULK_MAX = 10_000;

/** How long members can take back refunds they recorded. Moves are undone as long as nothing else happened. */
export const UNDO_MS = HOUR_MS;

/** 10,000 items, each with the longest id and a version. */
export const BULK_BODY = 512 * 1024;

export const ofBulk = { max: BULK_MAX, none: ORDER_MESSAGES.ordersRequired, tooMany: ORDER_MESSAGES.ordersTooMany };
