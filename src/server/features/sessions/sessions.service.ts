import { can } from "#contract/roles.ts";
import type { EndSessions, SessionEntry } from "#contract/sessions/sessions.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { canManageMember } from "#contract/team/team.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { deviceName } from "#server/platform/http/device-name.ts";
import type { AuditService } from "../audit/audit.service.ts";
import type { NotificationsService } from "../notifications/notifications.service.ts";
import { deleteSessions, findMember, findOpenSessions } from "./sessions.repository.ts";

interface SessionsDeps {
  db: Database;
  now: Clock;
  /** A session without "Remember me" ends after this time without use. */
  idleMs: number;
  /** How long a member counts as freshly authenticated. */
  reauthMs: number;
  /** The name of the country in which an IP address is registered. */
  placeOf(ip: string): string | null;
  notifications: Pick<NotificationsService, "notify">;
  audit: Pick<AuditService, "record">;
  /** Whether the member signs in with a second factor. */
  hasFactor(memberId: number): Promise<boolean>;
}

export type SessionsService = ReturnType<typeof createSessionsService>;

/** Lists and ends open sessions. Creating and verifying them is the job of `auth`. */
export function createSessionsService(deps: SessionsDeps) {
  const { db, now, idleMs, reauthMs, placeOf, notifications, audit, hasFactor } = deps;

  async function list(memberId: number, own: Buffer | null): Promise<SessionEntry[]> {
    const at = now();
    const rows = await findOpenSessions(db, memberId, at, new Date(at.getTime() - idleMs));
    return rows.map((row) => ({
      id: row.idHash.toString("base64url"),
      device: deviceName(row.userAgent),
      place: placeOf(row.lastIp ?? row.ip),
      first_used_at: row.createdAt.toISOString(),
      last_used_at: row.lastUsedAt.toISOString(),
      is_this: own?.equals(row.idHash) ?? false,
      is_remembered: row.isRemembered,
    }));
  }

  /** @throws AppError not_found, forbidden for a Manager and an Admin's sessions */
  async function requireManageable(actor: SessionMember, memberId: number): Promise<void> {
    const member = requireFound(await findMember(db, memberId), TEAM_MESSAGES.teamMemberNotFound);
    if (!canManageMember(actor.type, member.type)) throw new AppError("forbidden", TEAM_MESSAGES.teamManagerOnAdmin);
  }

  async function record(tx: Transaction, actorId: number, memberId: number, sessions: number): Promise<void> {
    if (sessions === 0) return;
    const event = { type: "session-ended", data: { reason: "ended by a member", sessions } } as const;
    await audit.record(tx, { at: now(), actorId, memberId, event });
  }

  const digests = (ids: readonly string[]) => ({ ids: ids.map((id) => Buffer.from(id, "base64url")) });

  return {
    freshSecondsLeft: ({ authenticatedAt }: SessionMember): number =>
      Math.max(0, Math.ceil((authenticatedAt.getTime() + reauthMs - now().getTime()) / 1000)),

    listOwn: (actor: SessionMember) => list(actor.id, actor.sessionIdHash),

    /** @returns how many sessions were ended */
    async endOwn(actor: SessionMember, request: EndSessions): Promise<number> {
      const which =
        "ids" in request ? digests(request.ids) : "others" in request ? { but: actor.sessionIdHash } : "all";
      return await db.transaction(async (tx) => {
        const count = await deleteSessions(tx, actor.id, which);
        await record(tx, actor.id, actor.id, count);
        return count;
      });
    },

    async listOf(
      actor: SessionMember,
      memberId: number,
    ): Promise<{ entries: SessionEntry[]; has_second_factor?: boolean }> {
      await requireManageable(actor, memberId);
      const entries = await list(memberId, actor.sessionIdHash);
      return can(actor.type, "security:manage")
        ? { entries, has_second_factor: await hasFactor(memberId) }
        : { entries };
    },

    /** Ends another member's sessions and notifies them by mail. @returns how many sessions were ended */
    async endOf(actor: SessionMember, memberId: number, ids: readonly string[] | undefined): Promise<number> {
      await requireManageable(actor, memberId);
      return await db.transaction(async (tx) => {
        const count = await deleteSessions(tx, memberId, ids === undefined ? "all" : digests(ids));
        await record(tx, actor.id, memberId, count);
        if (count > 0 && memberId !== actor.id) {
          await notifications.notify(tx, memberId, { kind: "sessions-ended", facts: { by: actor.name, count } });
        }
        return count;
      });
    },
  };
}
