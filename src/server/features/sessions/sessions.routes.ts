import type { FastifyInstance } from "fastify";
import { SESSION_MESSAGES } from "#contract/sessions/messages.ts";
import {
  endMemberSessions,
  endSessions,
  listMemberSessions,
  listSessions,
  sessionEnd,
} from "#contract/sessions/sessions.ts";
import { route } from "#server/platform/http/route.ts";
import type { SessionsService } from "./sessions.service.ts";

export function registerSessionRoutes(app: FastifyInstance, sessions: SessionsService): void {
  route(app, listSessions, async ({ actor }) => ({ data: await sessions.listOwn(actor) }));

  route(app, endSessions, async ({ actor, body }) => ({
    data: { ended: await sessions.endOwn(actor, body) },
    message: SESSION_MESSAGES.sessionsEnded,
  }));

  route(app, sessionEnd, async ({ actor }) => ({
    data: {
      idle_seconds_left: actor.idleMsLeft === null ? null : Math.ceil(actor.idleMsLeft / 1000),
      fresh_seconds_left: sessions.freshSecondsLeft(actor),
    },
  }));

  route(app, listMemberSessions, async ({ actor, params }) => {
    const { entries, ...factor } = await sessions.listOf(actor, params.id);
    return { data: entries, ...factor };
  });

  route(app, endMemberSessions, async ({ actor, body }) => ({
    data: { ended: await sessions.endOf(actor, body.teamMemberId, body.ids) },
    message: SESSION_MESSAGES.sessionsEnded,
  }));
}
