import { MINUTE_MS } from "#contract/dates.ts";
import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import type { OwnAccount } from "#contract/factors/factors.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import { refused } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { lockMember } from "../account-links.repository.ts";
import { findMember } from "../auth.repository.ts";
import type { Limits } from "../limits.ts";
import { noteFactorOfSession } from "../session-door.repository.ts";
import type { FactorChanges } from "./factor-changes.ts";
import { type FactorSettings, factorDueAt, isFactorMet, usableMethods } from "./factor-rules.ts";
import {
  acceptTotp,
  deletePendingTotp,
  deleteTotp,
  findFactors,
  findTotp,
  hasFactor,
  putPendingTotp,
  replaceRecoveryCodes,
} from "./factors.repository.ts";
import { findPasskeys } from "./passkeys.repository.ts";
import { toOwnPasskey } from "./passkeys.service.ts";
import type { Passkeys } from "./passkeys.ts";
import type { Sealing } from "./sealing.ts";
import { totpContext } from "./second-factors.ts";
import { deleteExpiredTickets } from "./tickets.repository.ts";
import { newTotpSecret, stepOfCode, totpUri } from "./totp.ts";

const PENDING_MS = 10 * MINUTE_MS;

interface FactorsDeps extends FactorSettings {
  db: Database;
  now: Clock;
  sealing: Sealing;
  passkeys: Pick<Passkeys, "relyingParty">;
  changes: FactorChanges;
  limits: Pick<Limits, "assertConfirmation" | "confirmed">;
  /** Shown by the authenticator app. */
  serviceName: string;
}

export type FactorsService = ReturnType<typeof createFactorsService>;

/** A member's own second factors (decision record 0101). */
export function createFactorsService(deps: FactorsDeps) {
  const { db, now, sealing, passkeys, changes, limits, serviceName } = deps;

  return {
    async account(actor: SessionMember): Promise<OwnAccount> {
      const host = passkeys.relyingParty()?.rpId ?? null;
      const factors = await findFactors(db, actor.id, host);
      const member = await findMember(db, actor.id);
      const dueAt = member === undefined ? null : factorDueAt(deps, member, now());
      const { totpAddedAt, totpSuspendedAt, codesLeft } = factors;
      return {
        totp: totpAddedAt && { added_at: totpAddedAt.toISOString(), suspended: totpSuspendedAt !== null },
        passkeys: (await findPasskeys(db, actor.id)).map((passkey) => toOwnPasskey(passkey, host)),
        passkey_user_id: member?.webauthnUserId?.toString("base64url") ?? null,
        password_sign_in: member?.isPasswordSignIn ?? true,
        recovery_codes_left: codesLeft,
        methods: usableMethods(factors),
        required: dueAt !== null,
        passkey_required: deps.passkeyRoles.includes(actor.type),
        due_at: dueAt === null || isFactorMet(deps, actor.type, factors) ? null : dueAt.toISOString(),
      };
    },

    async beginTotp(actor: SessionMember): Promise<{ secret: string; uri: string }> {
      await changes.requireFactorShown(actor);
      const secret = newTotpSecret();
      const pendingSecret = sealing.seal(secret, totpContext(actor.id));
      await putPendingTotp(db, { memberId: actor.id, pendingSecret, pendingAt: now() });
      return { secret, uri: totpUri(secret, serviceName, actor.email) };
    },

    /** @returns the recovery codes, if the member had none @throws AppError rule_violation, rate_limited */
    async confirmTotp(actor: SessionMember, code: string): Promise<string[] | null> {
      await changes.requireFactorShown(actor);
      await limits.assertConfirmation(actor.id);
      const pending = await findTotp(db, actor.id);
      const at = now();
      const isOpen = pending?.pendingAt && at.getTime() - pending.pendingAt.getTime() <= PENDING_MS;
      if (!isOpen || pending.pendingSecret === null) throw refused(FACTOR_ANSWERS.appNotBegun);
      const { pendingSecret } = pending;
      const found = stepOfCode(sealing.open(pendingSecret, totpContext(actor.id)) ?? "", code, at);
      if (found === null) throw refused(FACTOR_MESSAGES.codeWrong, "code");
      await limits.confirmed(actor.id);
      const codes = (await findFactors(db, actor.id, null)).codesLeft === 0 ? await changes.makeCodes(actor.id) : null;
      await db.transaction(async (tx) => {
        await lockMember(tx, actor.id);
        if (!(await acceptTotp(tx, actor.id, { pendingSecret, step: found.step, at }))) {
          throw refused(FACTOR_ANSWERS.appNotBegun);
        }
        await codes?.store(tx);
        await noteFactorOfSession(tx, actor.sessionIdHash, "password and code");
        await changes.note(tx, actor, "authenticator app added");
      });
      return codes?.written ?? null;
    },

    /** Does nothing without one. @throws AppError rule_violation for the last factor of a role that needs one */
    async removeTotp(actor: SessionMember): Promise<void> {
      await changes.requireFactorShown(actor);
      await db.transaction(async (tx) => {
        await lockMember(tx, actor.id);
        if (!(await deleteTotp(tx, actor.id))) return;
        if (!(await hasFactor(tx, actor.id))) {
          if (deps.secondFactorRoles.includes(actor.type)) throw refused(FACTOR_ANSWERS.lastFactor);
          await replaceRecoveryCodes(tx, actor.id, []);
        }
        await changes.note(tx, actor, "authenticator app removed");
      });
    },

    /** @throws AppError rule_violation without a factor */
    async renewRecoveryCodes(actor: SessionMember): Promise<string[]> {
      await changes.requireFactorShown(actor);
      if (!(await hasFactor(db, actor.id))) throw refused(FACTOR_ANSWERS.factorMissing);
      const { written, store } = await changes.makeCodes(actor.id);
      await db.transaction(async (tx) => {
        await lockMember(tx, actor.id);
        await store(tx);
        await changes.note(tx, actor, "recovery codes renewed");
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
