import type { SessionUser } from "#contract/auth/auth.ts";
import { LINK_MESSAGES } from "#contract/auth/link-messages.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { DAY_MS, HOUR_MS } from "#contract/dates.ts";
import { FACTOR_ANSWERS, secondFactorNeeded } from "#contract/factors/answer-messages.ts";
import type { FactorAnswer, SecondFactorTicket } from "#contract/factors/factors.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import type { Assertion } from "#contract/factors/passkeys.ts";
import { emailKey as keyOfEmail } from "#contract/text.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { Client } from "#server/platform/http/client.ts";
import { networkOf } from "#server/platform/ip-address.ts";
import { findMember, findMemberByEmail } from "./auth.repository.ts";
import { randomDevice } from "./device-cookie.ts";
import { TICKET_MS } from "./factors/factor-changes.ts";
import { codesEndAt, type FactorSettings } from "./factors/factor-rules.ts";
import { setFactorDue } from "./factors/factors.repository.ts";
import type { PasskeyOffers } from "./factors/passkey-offers.ts";
import type { PasskeyRefusal, Passkeys } from "./factors/passkeys.ts";
import { insertTicket, tryTicket } from "./factors/tickets.repository.ts";
import { requestOptions } from "./factors/webauthn.ts";
import { isAnybodysDevice, isKnownDevice, rememberDevice } from "./known-devices.repository.ts";
import type { Limits } from "./limits.ts";
import type { PasswordStep, Proof, Proofs } from "./proofs.ts";
import { openSession, takeProof } from "./session-door.repository.ts";
import { deviceOf, recordEndedSessions, type SignInTrace } from "./sign-in-trace.ts";
import { hashToken, randomToken, type TokenSigner } from "./tokens.ts";

/** Decision record 0018: a shift, or two weeks with "Remember me". */
const SESSION_MS = 12 * HOUR_MS;
const REMEMBERED_MS = 14 * DAY_MS;
/** A right password waits so long for its second factor, and for so many answers. */
const TICKET_TRIES = 5;

interface SignInDeps extends FactorSettings {
  db: Database;
  now: Clock;
  tokens: TokenSigner;
  proofs: Proofs;
  limits: Pick<Limits, "assertSignIn" | "signInSucceeded" | "passkeyOffer" | "assertPasskey" | "passkeySucceeded">;
  passkeys: Pick<Passkeys, "relyingParty">;
  offers: PasskeyOffers;
  trace: SignInTrace;
  audit: Pick<AuditService, "record">;
  /** How long a password that somebody else typed opens sessions; null for ever. */
  firstPasswordMs: number | null;
  /** The host of the back office, for members whose program knows no second step. */
  host: () => string;
  /** Notifies a member of a sign-in on a new device. */
  notifyOfNewDevice(tx: Transaction, memberId: number, from: { ip: string; userAgent: string }): Promise<void>;
  /** Mails the link with which a member sets up the second factor that their role needs; limited. */
  mailSetUpLink(memberId: number, shown: { isFactorShown: boolean }): Promise<void>;
}

interface From extends Client {
  /** The device id in the cookie. */
  device: string | null;
}
interface SignInRequest extends From {
  email: string;
  password: string;
  rememberMe: boolean;
}

interface PasskeySignIn extends From {
  ticket: string;
  assertion: Assertion;
  rememberMe: boolean;
}

type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>;

interface OpenedSession {
  token: string;
  user: SessionUser;
  /** From then on a second factor is needed. */
  dueAt: Date | null;
}

export type SignInOutcome = { device: string } & (({ refused: null } & OpenedSession) | { refused: AppError });

export type SignInService = ReturnType<typeof createSignInService>;

const PASSKEY_REFUSALS: Record<PasskeyRefusal, string> = {
  "unknown passkey": FACTOR_ANSWERS.passkeyUnknown,
  "wrong passkey": FACTOR_MESSAGES.passkeyWrong,
  "a passkey whose counter went back": FACTOR_ANSWERS.passkeySuspended,
};
/** The id of a passkey can't be guessed, so an unknown one may be told apart; the browser then forgets it. */
const passkeyRefused = (reason: PasskeyRefusal) =>
  new AppError("unauthenticated", PASSKEY_REFUSALS[reason], {
    ...(reason === "unknown passkey" && { data: { unknown_passkey: true } }),
  });

/**
 * Decision record 0046: a password that somebody else typed opens nothing after `FIRST_PASSWORD_DAYS`.
 * @throws AppError first_password_expired
 */
function assertOwnPassword({ passwordSetBy, passwordSetAt }: Member, at: Date, validMs: number | null): void {
  if (validMs === null || passwordSetBy === null || passwordSetAt === null) return;
  if (at.getTime() - passwordSetAt.getTime() < validMs) return;
  throw new AppError("first_password_expired", LINK_MESSAGES.firstPasswordExpired);
}

const wrongPassword = () => new AppError("unauthenticated", AUTH_MESSAGES.signInWrong);

export function createSignInService(deps: SignInDeps) {
  const {
    db,
    now,
    tokens,
    proofs,
    passkeys,
    offers,
    limits,
    trace,
    audit,
    firstPasswordMs,
    host,
    notifyOfNewDevice,
    mailSetUpLink,
  } = deps;

  /** @throws AppError `lost` if the proof no longer holds: nothing of it is used up then */
  async function open(
    proof: Proof,
    member: Member,
    from: Client & { device: string; isRemembered: boolean; dueAt?: Date | null; lost: () => AppError },
  ): Promise<OpenedSession> {
    const { ip, userAgent, device, isRemembered, dueAt = null, lost } = from;
    const sid = randomToken();
    const createdAt = now();
    const expiresAt = new Date(createdAt.getTime() + (isRemembered ? REMEMBERED_MS : SESSION_MS));
    const times = { createdAt, authenticatedAt: createdAt, lastUsedAt: createdAt, expiresAt };
    const deviceHash = hashToken(device);
    const isKnown = await isKnownDevice(db, member.emailKey, deviceHash);
    await db.transaction(async (tx) => {
      const ended = await openSession(tx, proof, { idHash: hashToken(sid), ...times, isRemembered, ip, userAgent });
      if (ended === null) throw lost();
      if (dueAt !== null) await setFactorDue(tx, member.id, dueAt);
      const own = { at: createdAt, actorId: member.id, memberId: member.id };
      await recordEndedSessions(audit, tx, { ...own, sessions: ended, reason: "too many sessions" });
      const data = { method: proof.method, network: networkOf(ip), device: deviceOf(userAgent) };
      await audit.record(tx, { ...own, event: { type: "signed-in", data } });
      const hasOthers = await rememberDevice(tx, { memberId: member.id, deviceHash, at: createdAt });
      if (hasOthers && !isKnown) await notifyOfNewDevice(tx, member.id, { ip, userAgent });
    });
    const { id, name, email, role: type } = member;
    const token = await tokens.sign({ user: { id, name, type }, sid }, createdAt, expiresAt);
    return { token, user: { id, name, email, type }, dueAt };
  }

  /** Colleagues may share a browser; a device id that nobody signed in with may have been planted. */
  async function deviceOfSignIn(presented: string | null): Promise<string> {
    const isKept = presented !== null && (await isAnybodysDevice(db, hashToken(presented)));
    return isKept ? presented : randomDevice();
  }

  async function ticketFor(
    member: Member,
    { passwordDigest, methods }: Extract<PasswordStep, { kind: "factor" }>,
    { device, rememberMe }: { device: string; rememberMe: boolean },
  ): Promise<AppError> {
    const ticket = randomToken();
    const expiresAt = new Date(now().getTime() + TICKET_MS);
    const row = { purpose: "sign-in", memberId: member.id, passwordDigest, deviceHash: hashToken(device) } as const;
    await insertTicket(db, { ...row, idHash: hashToken(ticket), isRemembered: rememberMe, expiresAt });
    const data: SecondFactorTicket = { ticket, methods, expires_at: expiresAt.toISOString() };
    return new AppError("second_factor_required", secondFactorNeeded(host()), { data });
  }

  return {
    /**
     * The first step. A refusal that a right password met also names the browser.
     * @throws AppError unauthenticated with the same message whatever was wrong, rate_limited
     */
    async signIn(request: SignInRequest): Promise<SignInOutcome> {
      const emailKey = keyOfEmail(request.email);
      const presented = request.device === null ? null : hashToken(request.device);
      const isKnown = presented !== null && (await isKnownDevice(db, emailKey, presented));
      const from = [emailKey, request.ip, isKnown ? presented : null] as const;
      await trace.lockedOut("sign-in", { emailKey, ip: request.ip }, () => limits.assertSignIn(...from));
      const member = await findMemberByEmail(db, emailKey);
      const step = await proofs.byPassword(member, request.password);
      if (member === undefined || step.kind === "wrong") {
        trace.failed(member?.id ?? null, { ...request, emailKey });
        throw wrongPassword();
      }
      assertOwnPassword(member, now(), firstPasswordMs);
      const device = await deviceOfSignIn(request.device);
      if (step.kind === "proven") {
        const { rememberMe: isRemembered, ip, userAgent } = request;
        const at = { ip, userAgent, device, isRemembered, dueAt: step.dueAt, lost: wrongPassword };
        const opened = await open(step.proof, member, at);
        await limits.signInSucceeded(...from);
        return { device, refused: null, ...opened };
      }
      await limits.signInSucceeded(...from);
      if (step.kind === "factor") return { device, refused: await ticketFor(member, step, { ...request, device }) };
      await mailSetUpLink(member.id, { isFactorShown: false });
      return { device, refused: new AppError("second_factor_setup_required", FACTOR_ANSWERS.setUpNeeded) };
    },

    /** A challenge for whoever has a passkey. @throws AppError rule_violation where passkeys don't work, rate_limited */
    async passkeyOptions({ ip }: Client) {
      const party = passkeys.relyingParty();
      if (party === null) throw new AppError("rule_violation", FACTOR_ANSWERS.passkeysNotHere);
      await trace.lockedOut("passkey options", { ip }, () => limits.passkeyOffer(ip));
      const { ticket, challenge } = offers.make(now());
      return { ticket, options: await requestOptions(party, challenge, []) };
    },

    /** @throws AppError unauthenticated, with `unknown_passkey` for one that is not known here, rate_limited */
    async passkeySignIn({ ticket, assertion, rememberMe, ...from }: PasskeySignIn) {
      const { ip, userAgent } = from;
      await trace.lockedOut("passkey", { ip }, () => limits.assertPasskey(ip));
      const offer = offers.read(ticket, now());
      if (offer === null) throw new AppError("unauthenticated", FACTOR_MESSAGES.ticketGone);
      const checked = await proofs.byPasskeyAlone(assertion, { ...offer, idHash: hashToken(ticket) });
      if (checked.refused !== null) {
        trace.wrongPasskey(checked.memberId, checked.refused, from);
        throw passkeyRefused(checked.refused);
      }
      const lost = () => passkeyRefused("wrong passkey");
      const member = await findMember(db, checked.proof.memberId);
      if (member === undefined) throw lost();
      const device = await deviceOfSignIn(from.device);
      const opened = await open(checked.proof, member, { ip, userAgent, device, isRemembered: rememberMe, lost });
      await limits.passkeySucceeded(ip);
      return { device, ...opened };
    },

    /**
     * The second step, in the browser of the first.
     * @throws AppError invalid_input without an answer, unauthenticated for a wrong one and for a ticket that is gone,
     * second_factor_setup_required for a right code of a role that needs a passkey: it mails a link, rate_limited
     */
    async secondFactor({ ticket, device, ip, userAgent, ...answer }: From & FactorAnswer & { ticket: string }) {
      const deviceHash = device === null ? null : hashToken(device);
      const idHash = hashToken(ticket);
      const tried = { idHash, purpose: "sign-in", deviceHash, at: now(), most: TICKET_TRIES } as const;
      const row = await tryTicket(db, tried);
      const member = row && (await findMember(db, row.memberId));
      const gone = () => new AppError("unauthenticated", FACTOR_MESSAGES.ticketGone, { data: { start_over: true } });
      if (row === undefined || member === undefined || device === null) throw gone();
      if (Object.values(answer).every((each) => each === undefined)) {
        throw new AppError("invalid_input", FACTOR_ANSWERS.answerMissing);
      }
      const proof = await proofs.byTicket(row, answer, { ip, userAgent });
      const wrong = () => new AppError("unauthenticated", FACTOR_MESSAGES.codeWrong);
      if (proof === null) throw wrong();
      const { isRemembered } = row;
      const dueAt = proof.method === "password and passkey" ? null : codesEndAt(deps, member, now());
      if (dueAt !== null && dueAt <= now()) {
        if (!(await db.transaction((tx) => takeProof(tx, proof)))) throw wrong();
        await mailSetUpLink(member.id, { isFactorShown: true });
        throw new AppError("second_factor_setup_required", FACTOR_MESSAGES.passkeyNeeded);
      }
      return { device, ...(await open(proof, member, { ip, userAgent, device, isRemembered, dueAt, lost: wrong })) };
    },
  };
}
