import * as z from "zod";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation } from "#contract/operation.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { SESSION_MESSAGES } from "./messages.ts";

/** Maximum sessions per member; a new one replaces the one unused for longest. */
export const SESSIONS_MAX = 10;
/** Sent as `x-background: 1` by calls without a user action: they do not keep an idle session alive. */
export const BACKGROUND_HEADER = "x-background";

const sessionIdSchema = z
  .string({ error: SESSION_MESSAGES.sessionUnknown })
  .regex(/^[A-Za-z0-9_-]{43}$/, SESSION_MESSAGES.sessionUnknown)
  .meta({ examples: ["A".repeat(43)] });

/** A sign-in that has not ended, as its member sees it. The id grants nothing. */
export const sessionEntrySchema = z
  .object({
    id: sessionIdSchema,
    /** Browser and system, as far as known. */
    device: z.string(),
    /** The country in which the last address is registered; null when no register lists it. */
    place: z.string().nullable(),
    first_used_at: instantSchema,
    last_used_at: instantSchema,
    /** True for the caller's own session. */
    is_this: z.boolean(),
    is_remembered: z.boolean(),
  })
  .meta({ id: "SessionEntry" });
export type SessionEntry = z.infer<typeof sessionEntrySchema>;

export const listSessions = defineOperation({
  method: "GET",
  path: "/admin/sessions",
  summary: "The caller's own sessions that have not ended",
  access: "session",
  shows: "nothing",
  data: z.array(sessionEntrySchema),
});

const ids = z.array(sessionIdSchema).min(1).max(SESSIONS_MAX);

export const endSessions = defineOperation({
  method: "PUT",
  path: "/admin/end-sessions",
  summary: "End some of the caller's own sessions, all others, or all",
  access: "session",
  shows: "nothing",
  fresh: true,
  body: z.union([
    z.strictObject({ ids }),
    z.strictObject({ others: z.literal(true) }),
    z.strictObject({ all: z.literal(true) }),
  ]),
  data: z.object({ ended: z.int() }),
});
export type EndSessions = z.infer<typeof endSessions.body>;

/** Requested by the screen itself, so it does not count as use. */
export const sessionEnd = defineOperation({
  method: "GET",
  path: "/admin/session-end",
  summary: "When this session expires if idle, and until when the identity counts as confirmed",
  access: "session",
  shows: "nothing",
  countsAsUse: false,
  data: z.object({
    /** Null for a session that does not expire when idle. */
    idle_seconds_left: z.int().nullable(),
    fresh_seconds_left: z.int(),
  }),
});

export const listMemberSessions = defineOperation({
  method: "GET",
  path: "/admin/member-sessions/:id",
  summary: "A member's sessions that have not ended",
  access: "team:manage",
  shows: "nothing",
  params: z.object({ id: rowIdSchema }),
  data: z.array(sessionEntrySchema),
  extra: {
    /** Without one the password is enough for an attacker: only who may reset factors learns it. */
    has_second_factor: z.boolean().optional(),
  },
});

export const endMemberSessions = defineOperation({
  method: "PUT",
  path: "/admin/end-member-sessions",
  summary: "End some or all of a member's sessions; the member is notified by mail",
  access: "team:manage",
  shows: "nothing",
  fresh: true,
  body: z.object({ teamMemberId: rowIdSchema, ids: ids.optional() }),
  data: z.object({ ended: z.int() }),
});
