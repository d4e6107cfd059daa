import type { FactorChange } from "#contract/audit/audit.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { MINUTE_MS } from "#contract/dates.ts";
import type { OwnAccount } from "#contract/factors/factors.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import type { NotificationsService } from "#server/features/notifications/notifications.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { lockMember } from "../account-links.repository.ts";
import { findMember } from "../auth.repository.ts";
import { noteFactorOfSession } from "../session-door.repository.ts";
import { type FactorSettings, factorDueAt, hasAnyFactor, usableMethods } from "./factor-rules.ts";
import {
  acceptTotp,
  deletePendingTotp,
  deleteTotp,
  findFactors,
  findTotp,
  putPendingTotp,
  replaceRecoveryCodes,
} from "./factors.repository.ts";
import { newRecoveryCodes, writtenCode } from "./recovery-codes.ts";
import type { Sealing } from "./sealing.ts";
import { hashRecoveryCode, totpContext } from "./second-factors.ts";
import { deleteExpiredTickets } from "./tickets.repository.ts";
import { newTotpSecret, stepOfCode, totpUri } from "./totp.ts";

const refused = (message: string, path?: string) =>
  new AppError("rule_violation", message, path === undefined ? {} : { errors: [{ path, message }] });

const PENDING_MS = 10 * MINUTE_MS;

interface FactorsDeps extends FactorSettings {
  db: Database;
  now: Clock;
  sealing: Sealing;
  audit: Pick<AuditService, "record">;
  notifications: Pick<NotificationsService, "notify">;
  limits: { assertConfirmation(memberId: number): Promise<void>; confirmed(memberId: number): Promise<void> };
  /** Shown by the authenticator app. */
  serviceName: string;
}

export type FactorsService = ReturnType<typeof createFactorsService>;

/** A member's own second factors (decision record 0101). */
export function createFactorsService(deps: FactorsDeps) {
  const { db, now, sealing, audit, notifications, limits, serviceName } = deps;

  /** A session that the password alone, or a link, opened or confirmed changes nothing for a member who has a factor. */
  async function requireFactorShown(actor: SessionMember): Promise<void> {
    const isShown = actor.method !== "password" && actor.method !== "link";
    if (isShown || !hasAnyFactor(await findFactors(db, actor.id))) return;
    throw new AppError("reauthentication_required", AUTH_MESSAGES.reauthenticationRequired);
  }

  async function noteChange(tx: Transaction, { id }: SessionMember, change: FactorChange): Promise<void> {
    const event = { type: "factor-changed", data: { change } } as const;
    await audit.record(tx, { at: now(), actorId: id, memberId: id, event });
    await notifications.notify(tx, id, { kind: "factor-changed", facts: { change } });
  }

  async function makeCodes() {
    const codes = newRecoveryCodes();
    const hash = async ({ number, letters }: (typeof codes)[number]) => ({
      number,
      codeHash: await hashRecoveryCode(letters),
    });
    return { written: codes.map(writtenCode), hashes: await Promise.all(codes.map(hash)) };
  }

  return {
    async account(actor: SessionMember): Promise<OwnAccount> {
      const factors = await findFactors(db, actor.id);
      const member = await findMember(db, actor.id);
      const dueAt = member === undefined ? null : factorDueAt(deps, member, now());
      const { totpAddedAt, totpSuspendedAt, codesLeft } = factors;
      return {
        totp: totpAddedAt && { added_at: totpAddedAt.toISOString(), suspended: totpSuspendedAt !== null },
        recovery_codes_left: codesLeft,
        methods: usableMethods(factors),
        required: dueAt !== null,
        due_at: dueAt === null || hasAnyFactor(factors) ? null : dueAt.toISOString(),
      };
    },

    async beginTotp(actor: SessionMember): Promise<{ secret: string; uri: string }> {
      await requireFactorShown(actor);
      const secret = newTotpSecret();
      const pendingSecret = sealing.seal(secret, totpContext(actor.id));
      await putPendingTotp(db, { memberId: actor.id, pendingSecret, pendingAt: now() });
      return { secret, uri: totpUri(secret, serviceName, actor.email) };
    },

    /** @returns the recovery codes, if the member had none @throws AppError rule_violation, rate_limited */
    async confirmTotp(actor: SessionMember, code: string): Promise<string[] | null> {
      await requireFactorShown(actor);
      await limits.assertConfirmation(actor.id);
      const pending = await findTotp(db, actor.id);
      const at = now();
      const isOpen = pending?.pendingAt && at.getTime() - pending.pendingAt.getTime() <= PENDING_MS;
      if (!isOpen || pending.pendingSecret === null) throw refused(FACTOR_MESSAGES.appNotBegun);
      const { pendingSecret } = pending;
      const found = stepOfCode(sealing.open(pendingSecret, totpContext(actor.id)) ?? "", code, at);
      if (found === null) throw refused(FACTOR_MESSAGES.codeWrong, "code");
      await limits.confirmed(actor.id);
      const codes = (await findFactors(db, actor.id)).codesLeft === 0 ? await makeCodes() : null;
      await db.transaction(async (tx) => {
        await lockMember(tx, actor.id);
        if (!(await acceptTotp(tx, actor.id, { pendingSecret, step: found.step, at }))) {
          throw refused(FACTOR_MESSAGES.appNotBegun);
        }
        if (codes !== null) await replaceRecoveryCodes(tx, actor.id, codes.hashes);
        await noteFactorOfSession(tx, actor.sessionIdHash);
        await noteChange(tx, actor, "authenticator app added");
      });
      return codes?.written ?? null;
    },

    /** Does nothing without one. @throws AppError rule_violation for the last factor of a role that needs one */
    async removeTotp(actor: SessionMember): Promise<void> {
      await requireFactorShown(actor);
      await db.transaction(async (tx) => {
        await lockMember(tx, actor.id);
        if (!hasAnyFactor(await findFactors(tx, actor.id))) return;
        if (deps.secondFactorRoles.includes(actor.type)) {
          throw refused(FACTOR_MESSAGES.lastFactor);
        }
        await deleteTotp(tx, actor.id);
        await replaceRecoveryCodes(tx, actor.id, []);
        await noteChange(tx, actor, "authenticator app removed");
      });
    },

    /** @throws AppError rule_violation without a factor */
    async renewRecoveryCodes(actor: SessionMember): Promise<string[]> {
      await requireFactorShown(actor);
      if (!hasAnyFactor(await findFactors(db, actor.id))) throw refused(FACTOR_MESSAGES.factorMissing);
      const { written, hashes } = await makeCodes();
      await db.transaction(async (tx) => {
        await lockMember(tx, actor.id);
        await replaceRecoveryCodes(tx, actor.id, hashes);
        await noteChange(tx, actor, "recovery codes renewed");
      });
      return written;
    },

    /** Removes expired tickets and secrets that no app has confirmed. */
    async prune(): Promise<void> {
      await deleteExpiredTickets(db, now());
      await deletePendingTotp(db, new Date(now().getTime() - PENDING_MS));
    },
  };
}
