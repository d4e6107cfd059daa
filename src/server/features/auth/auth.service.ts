import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import type { ConfirmationAnswer } from "#contract/factors/factors.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import type { PasskeyConfirmation } from "#contract/factors/passkeys.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import { AppError, invalidField } from "#server/platform/app-error.ts";
import { batchedRead } from "#server/platform/batching.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { Client } from "#server/platform/http/client.ts";
import { closeLinks } from "./account-links.repository.ts";
import {
  deleteSession,
  deleteSessionsOf,
  findMember,
  findMemberName,
  lockTeam,
  prepareFindSessions,
  updatePassword,
} from "./auth.repository.ts";
import { deleteDevicesOf } from "./known-devices.repository.ts";
import type { Limits } from "./limits.ts";
import type { PasswordOwner, PasswordRules } from "./password-rules.ts";
import { hashPassword } from "./passwords.ts";
import type { Proof, Proofs } from "./proofs.ts";
import { renewSession } from "./session-door.repository.ts";
import type { SessionUse } from "./session-use.ts";
import { type EndReason, recordEndedSessions, type SignInTrace } from "./sign-in-trace.ts";
import { hashToken, randomToken, type TokenSigner } from "./tokens.ts";

interface AuthDeps {
  db: Database;
  now: Clock;
  tokens: TokenSigner;
  proofs: Proofs;
  limits: Pick<Limits, "assertConfirmation" | "confirmed">;
  trace: SignInTrace;
  audit: Pick<AuditService, "record">;
  passwordRules: PasswordRules;
  /** Maximum age of a member's last identity confirmation for dangerous operations. */
  reauthMs: number;
  /** A session without "Remember me" ends after this long without use. */
  idleMs: number;
  /** When sessions were last used. */
  use: SessionUse;
}

export type AuthService = ReturnType<typeof createAuthService>;

/** One statement reads the sessions of all concurrent calls: a query for each was a quarter of a call's work. */
function createSessionReader(db: Database) {
  const findSessions = prepareFindSessions(db);
  const find = batchedRead(async (digests: string[]) => {
    const found = await findSessions(digests.map((digest) => Buffer.from(digest, "base64")));
    return new Map(found.map((session) => [session.member.sessionIdHash.toString("base64"), session]));
  });
  return async (idHash: Buffer) => await find(idHash.toString("base64"));
}

export function createAuthService(deps: AuthDeps) {
  const { db, now, tokens, proofs, limits, trace, audit, passwordRules, reauthMs, idleMs, use } = deps;
  const findSession = createSessionReader(db);
  const isFresh = ({ authenticatedAt }: SessionMember) => now().getTime() - authenticatedAt.getTime() <= reauthMs;

  type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;
  const storedUse = ({ member, lastUsedAt }: FoundSession) => ({ idHash: member.sessionIdHash, lastUsedAt });

  /** Null for a session that doesn't expire from inactivity. */
  function idleLeft(session: FoundSession, at: Date): number | null {
    return session.isRemembered ? null : use.lastOf(storedUse(session)) + idleMs - at.getTime();
  }

  return {
    /**
     * The member of a token. The database decides, not the token: an ended session, a changed role and a removed member
     * take effect at once.
     * @param usedFrom the IP address if a person uses the session by this call; null for background requests
     * @throws AppError unauthenticated without a valid token, session_ended
     */
    async requireMember(token: string | null, usedFrom: string | null): Promise<SessionMember> {
      const at = now();
      const payload = token === null ? "invalid" : await tokens.verify(token, at);
      if (payload === "invalid") throw new AppError("unauthenticated", AUTH_MESSAGES.sessionMissing);
      if (payload === "expired") throw new AppError("session_ended", AUTH_MESSAGES.sessionEnded);
      const session = await findSession(hashToken(payload.sid));
      const isOpen = session !== undefined && session.expiresAt > at && (idleLeft(session, at) ?? 1) > 0;
      if (!isOpen) throw new AppError("session_ended", AUTH_MESSAGES.sessionEnded);
      if (usedFrom !== null) use.note(storedUse(session), usedFrom, at);
      return { ...session.member, idleMsLeft: idleLeft(session, at) };
    },

    /** @throws AppError reauthentication_required when the member has to confirm their identity */
    requireFresh(actor: SessionMember): void {
      if (isFresh(actor)) return;
      throw new AppError("reauthentication_required", AUTH_MESSAGES.reauthenticationRequired);
    },

    /**
     * The member's session under a new token, as fresh as a new sign-in.
     * @throws AppError invalid_input for a wrong password, rate_limited, session_ended
     */
    async confirmIdentity(
      actor: SessionMember,
      answer: ConfirmationAnswer,
      client: Client,
    ): Promise<{ token: string; until: Date }> {
      const proof = await confirmed(actor, client, "password", async () =>
        proofs.byConfirmation(await findMember(db, actor.id), answer, client),
      );
      return await renewed(actor, proof);
    },

    /** Likewise. @throws AppError rule_violation for a wrong passkey, rate_limited, session_ended */
    async confirmByPasskey(
      actor: SessionMember,
      answer: PasskeyConfirmation,
      client: Client,
    ): Promise<{ token: string; until: Date }> {
      const proof = await proofs.byOwnPasskey(actor.id, answer, client);
      if (proof === null) throw new AppError("rule_violation", FACTOR_MESSAGES.passkeyWrong);
      return await renewed(actor, proof);
    },

    async signOut(member: SessionMember): Promise<void> {
      await db.transaction(async (tx) => {
        if (!(await deleteSession(tx, member))) return;
        const event = { type: "signed-out", data: {} } as const;
        await audit.record(tx, { at: now(), actorId: member.id, memberId: member.id, event });
      });
    },

    /**
     * Sets the password, ends all sessions of the member and voids open reset links.
     * @throws AppError current_password_required, invalid_input
     */
    async changePassword(
      actor: SessionMember,
      request: { newPassword: string; currentPassword: string | undefined } & Client,
    ): Promise<void> {
      await passwordRules.assertUsable(request.newPassword, { ...actor, role: actor.type }, "newPassword");
      const { currentPassword, ip, userAgent } = request;
      if (!isFresh(actor) || currentPassword !== undefined) {
        if (currentPassword === undefined) {
          throw new AppError("current_password_required", AUTH_MESSAGES.currentPasswordRequired);
        }
        await confirmed(actor, { ip, userAgent }, "currentPassword", async () =>
          proofs.isPassword(await findMember(db, actor.id), currentPassword),
        );
      }
      const passwordHash = await hashPassword(request.newPassword);
      await db.transaction(async (tx) => {
        const at = now();
        const own = { at, actorId: actor.id, memberId: actor.id };
        await updatePassword(tx, actor.id, passwordHash, at);
        await closeLinks(tx, actor.id, at);
        await audit.record(tx, { ...own, event: { type: "password-changed", data: {} } });
        const sessions = await deleteSessionsOf(tx, actor.id);
        await recordEndedSessions(audit, tx, { ...own, sessions, reason: "password changed" });
      });
    },

    /** For the team feature, within its transactions. */
    lockTeam,
    /** Ends a member's sessions and voids open reset links. */
    async endSessionsOf(tx: Transaction, memberId: number, actorId: number, reason: EndReason): Promise<void> {
      const at = now();
      await closeLinks(tx, memberId, at);
      if (reason === "member removed") await deleteDevicesOf(tx, memberId);
      const sessions = await deleteSessionsOf(tx, memberId);
      await recordEndedSessions(audit, tx, { at, actorId, memberId, sessions, reason });
    },
    /** For a changed e-mail: links sent to the old address become invalid. */
    async voidLinksOf(tx: Transaction, memberId: number): Promise<void> {
      await closeLinks(tx, memberId, now());
    },

    /** Who typed the member's password, if it was somebody else. */
    async passwordSetBy({ id }: SessionMember): Promise<string | null> {
      const setBy = (await findMember(db, id))?.passwordSetBy ?? null;
      return setBy === null ? null : await findMemberName(db, setBy);
    },

    /** Validates and hashes a new password. @throws AppError invalid_input at `password`, unavailable */
    async hashNewPassword(password: string, owner: PasswordOwner): Promise<string> {
      await passwordRules.assertUsable(password, owner, "password");
      return await hashPassword(password);
    },
  };

  /** The session under a new token. */
  async function renewed(actor: SessionMember, proof: Proof): Promise<{ token: string; until: Date }> {
    const sid = randomToken();
    const at = now();
    const change = { idHash: actor.sessionIdHash, newIdHash: hashToken(sid) };
    const ended = () => new AppError("session_ended", AUTH_MESSAGES.sessionEnded);
    const expiresAt = await db.transaction(async (tx) => {
      const end = await renewSession(tx, proof, change, at);
      if (end === undefined) throw ended();
      const event = { type: "confirmed", data: { method: proof.method } } as const;
      await audit.record(tx, { at, actorId: actor.id, memberId: actor.id, event });
      return end;
    });
    const { id, name, type } = actor;
    const token = await tokens.sign({ user: { id, name, type }, sid }, at, expiresAt);
    return { token, until: new Date(at.getTime() + reauthMs) };
  }

  /** Counts a try to confirm. @throws AppError invalid_input at `field` for a wrong password, rate_limited */
  async function confirmed<T>(
    actor: SessionMember,
    client: Client,
    field: string,
    check: () => Promise<T | null | false>,
  ): Promise<T> {
    await limits.assertConfirmation(actor.id);
    const proof = await check();
    if (proof === null || proof === false) {
      trace.notConfirmed(actor.id, client);
      throw invalidField(field, AUTH_MESSAGES.currentPasswordWrong);
    }
    await limits.confirmed(actor.id);
    return proof;
  }
}
