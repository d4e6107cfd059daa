import type { SessionUser } from "#contract/auth.ts";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { together } from "#server/platform/together.ts";
import {
  deleteSession,
  deleteSessionsOf,
  findMember,
  findMemberByEmail,
  lockTeam,
  openSession,
  prepareFindSessions,
  updatePassword,
} from "./auth.repository.ts";
import { closeResets } from "./password-reset.repository.ts";
import { assertUncommon, hashPassword, verifyPassword } from "./passwords.ts";
import { hashToken, randomToken, type TokenSigner } from "./tokens.ts";

const HOUR_MS = 3_600_000;
/** Decision 19: a shift, or two weeks for who asked to be remembered. */
const SESSION_MS = 12 * HOUR_MS;
const REMEMBERED_MS = 14 * 24 * HOUR_MS;
/** A password change asks for the current one when the sign-in is older than this. */
const FRESH_SIGN_IN_MS = 15 * 60_000;

export interface SignInLimits {
  /** Counts a try. @throws AppError rate_limited */
  assertSignIn(emailKey: string, ip: string): Promise<void>;
  /** Gives the try back and forgets the wrong ones of this pair. */
  signInSucceeded(emailKey: string, ip: string): Promise<void>;
}

interface AuthDeps {
  db: Database;
  now: Clock;
  tokens: TokenSigner;
  limits: SignInLimits;
}

interface SignInRequest {
  email: string;
  password: string;
  rememberMe: boolean;
  ip: string;
  userAgent: string;
}

export type AuthService = ReturnType<typeof createAuthService>;

/** One statement reads the sessions of all calls that came in at once: a read for each was a quarter of a call's work. */
function createSessionReader(db: Database) {
  const findSessions = prepareFindSessions(db);
  const find = together(async (digests: string[]) => {
    const found = await findSessions(digests.map((digest) => Buffer.from(digest, "base64")));
    return new Map(found.map((session) => [session.member.sessionIdHash.toString("base64"), session]));
  });
  return async (idHash: Buffer) => await find(idHash.toString("base64"));
}

export function createAuthService({ db, now, tokens, limits }: AuthDeps) {
  const findSession = createSessionReader(db);

  return {
    /** @throws AppError unauthenticated with one message whatever was wrong, rate_limited */
    async signIn(request: SignInRequest): Promise<{ token: string; user: SessionUser }> {
      const emailKey = request.email.toLowerCase();
      await limits.assertSignIn(emailKey, request.ip);
      const member = await findMemberByEmail(db, emailKey);
      const isRight = await verifyPassword(member?.passwordHash ?? null, request.password);
      if (member === undefined || !isRight) throw new AppError("unauthenticated", MESSAGES.signInWrong);
      const sid = randomToken();
      const createdAt = now();
      const expiresAt = new Date(createdAt.getTime() + (request.rememberMe ? REMEMBERED_MS : SESSION_MS));
      const { ip, userAgent } = request;
      const session = { idHash: hashToken(sid), memberId: member.id, createdAt, expiresAt, ip, userAgent };
      const isOpen = await openSession(db, session, member.passwordHash);
      if (!isOpen) throw new AppError("unauthenticated", MESSAGES.signInWrong);
      await limits.signInSucceeded(emailKey, request.ip);
      const { id, name, email, role: type } = member;
      const token = await tokens.sign({ user: { id, name, type }, sid }, createdAt, expiresAt);
      return { token, user: { id, name, email, type } };
    },

    /**
     * The member of a token. The database decides, not the token: a session that was ended, a role that was changed
     * and a member who was removed count at once.
     * @throws AppError unauthenticated without a token of ours, session_ended when its session is over
     */
    async requireMember(token: string | null): Promise<SessionMember> {
      const at = now();
      const payload = token === null ? "invalid" : await tokens.verify(token, at);
      if (payload === "invalid") throw new AppError("unauthenticated", MESSAGES.sessionMissing);
      if (payload === "expired") throw new AppError("session_ended", MESSAGES.sessionEnded);
      const session = await findSession(hashToken(payload.sid));
      const isOpen = session !== undefined && session.expiresAt > at;
      if (!isOpen) throw new AppError("session_ended", MESSAGES.sessionEnded);
      return session.member;
    },

    async signOut(member: SessionMember): Promise<void> {
      await deleteSession(db, member.sessionIdHash);
    },

    /** Sets the password, ends every session of the member and voids reset links under way. @throws AppError current_password_required, invalid_input */
    async changePassword(
      actor: SessionMember,
      request: { newPassword: string; currentPassword: string | undefined },
    ): Promise<void> {
      assertUncommon(request.newPassword, actor, "newPassword");
      const isFresh = now().getTime() - actor.signedInAt.getTime() <= FRESH_SIGN_IN_MS;
      if (!isFresh || request.currentPassword !== undefined) await confirmPassword(actor, request.currentPassword);
      const passwordHash = await hashPassword(request.newPassword);
      await db.transaction(async (tx) => {
        await updatePassword(tx, actor.id, passwordHash);
        await closeResets(tx, actor.id, now());
        await deleteSessionsOf(tx, actor.id);
      });
    },

    /** For the team, inside its own transactions. */
    lockTeam,
    /** Ends a member's sessions and voids reset links under way. */
    async endSessionsOf(tx: Transaction, memberId: number): Promise<void> {
      await closeResets(tx, memberId, now());
      await deleteSessionsOf(tx, memberId);
    },
    /** For a new e-mail: a link that went to the old one opens nothing any more. */
    async voidResetLinksOf(tx: Transaction, memberId: number): Promise<void> {
      await closeResets(tx, memberId, now());
    },

    /** A password that a member may have, hashed. @throws AppError invalid_input at `field`, unavailable */
    async hashNewPassword(password: string, person: { name: string; email: string }, field: string): Promise<string> {
      assertUncommon(password, person, field);
      return await hashPassword(password);
    },
  };

  async function confirmPassword(actor: SessionMember, password: string | undefined): Promise<void> {
    if (password === undefined) throw new AppError("current_password_required", MESSAGES.currentPasswordRequired);
    // The same counters as sign-in: a stolen session is no road to guess the password.
    const pair = [actor.email.toLowerCase(), `session of ${actor.id}`] as const;
    await limits.assertSignIn(...pair);
    const member = await findMember(db, actor.id);
    if (await verifyPassword(member?.passwordHash ?? null, password)) return await limits.signInSucceeded(...pair);
    const message = MESSAGES.currentPasswordWrong;
    throw new AppError("invalid_input", message, { errors: [{ path: "currentPassword", message }] });
  }
}
