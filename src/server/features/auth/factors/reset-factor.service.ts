import type { FactorReset } from "#contract/factors/reset-factor.ts";
import { RESET_FACTOR_MESSAGES } from "#contract/factors/reset-messages.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import type { NotificationsService } from "#server/features/notifications/notifications.service.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { lockMember } from "../account-links.repository.ts";
import { findMember } from "../auth.repository.ts";
import { hasFactor } from "./factors.repository.ts";
import { removeFactors } from "./remove-factors.ts";

interface ResetFactorDeps {
  db: Database;
  now: Clock;
  audit: Pick<AuditService, "record">;
  notifications: Pick<NotificationsService, "notify" | "notifyAdmins">;
}

export type ResetFactorService = ReturnType<typeof createResetFactorService>;

/** The way back for a member who lost app and codes: another Admin (decision record 0101). */
export function createResetFactorService({ db, now, audit, notifications }: ResetFactorDeps) {
  return {
    hasFactor: (memberId: number): Promise<boolean> => hasFactor(db, memberId),

    /** @returns how many sessions were ended @throws AppError not_found; rule_violation for one's own, or without one */
    async reset(actor: SessionMember, memberId: number, { reason, recognised }: FactorReset): Promise<number> {
      if (memberId === actor.id) throw new AppError("rule_violation", RESET_FACTOR_MESSAGES.ownFactor);
      return await db.transaction(async (tx) => {
        const at = now();
        const { name } = requireFound(await findMember(tx, memberId), TEAM_MESSAGES.teamMemberNotFound);
        const by = actor.name;
        // First, because it locks the Admins: two who reset each other would wait for one another.
        await notifications.notifyAdmins(tx, {
          kind: "member-factor-reset",
          facts: { by, member: name, reason, recognised },
        });
        if (!(await lockMember(tx, memberId))) throw new AppError("not_found", TEAM_MESSAGES.teamMemberNotFound);
        if (!(await hasFactor(tx, memberId))) {
          throw new AppError("rule_violation", RESET_FACTOR_MESSAGES.factorMissing);
        }
        const sessions = await removeFactors(tx, memberId, at);
        const event = { type: "factor-reset", data: { name, reason, recognised, sessions } } as const;
        await audit.record(tx, { at, actorId: actor.id, memberId, event });
        await notifications.notify(tx, memberId, { kind: "factor-reset", facts: { by } });
        return sessions;
      });
    },
  };
}
