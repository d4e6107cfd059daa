import type { ProofMethod } from "#contract/audit/audit.ts";
import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import type { ConfirmationAnswer, FactorAnswer, FactorMethod } from "#contract/factors/factors.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import type { Assertion, PasskeyConfirmation } from "#contract/factors/passkeys.ts";
import type { Role } from "#contract/roles.ts";
import { invalidField } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { Client } from "#server/platform/http/client.ts";
import { takeLink } from "./account-links.repository.ts";
import {
  type CheckedFactor,
  type FactorSettings,
  factorDueAt,
  hasAnyFactor,
  usableMethods,
} from "./factors/factor-rules.ts";
import { findFactors, hasFactor } from "./factors/factors.repository.ts";
import type { PasskeyRefusal, Passkeys } from "./factors/passkeys.ts";
import type { SecondFactors } from "./factors/second-factors.ts";
import { type Ticket, takeChallenge, takeTicket, useOffer } from "./factors/tickets.repository.ts";
import { verifyPassword } from "./passwords.ts";
import { hashToken } from "./tokens.ts";

declare const made: unique symbol;

/**
 * That somebody is a member. Only this module makes one (test/one-door.test.ts), so a new way to sign in, confirm or
 * recover can't open a session without passing here.
 */
export interface Proof {
  readonly [made]: true;
  readonly memberId: number;
  readonly method: ProofMethod;
  /** What the session may reach. */
  readonly scope: "full" | "enrol";
  /** SHA-256 of the hash that the password matched: the proof holds while it is the member's. Null without a password. */
  readonly passwordDigest: Buffer | null;
  /** Uses up what counts once, in the transaction that the proof is for. @returns false if it no longer holds */
  readonly consume: (tx: Transaction) => Promise<boolean>;
}

const prove = (facts: Omit<Proof, typeof made>): Proof => facts as Proof;

interface KnownMember {
  id: number;
  role: Role;
  passwordHash: string | null;
  isPasswordSignIn: boolean;
  factorDueAt: Date | null;
}

/** What a password leads to. */
export type PasswordStep =
  | { kind: "wrong" }
  /** `dueAt`: from then on a second factor is needed. */
  | { kind: "proven"; proof: Proof; dueAt: Date | null }
  | { kind: "factor"; passwordDigest: Buffer; methods: FactorMethod[] }
  | { kind: "set-up" };

interface ProofsDeps extends FactorSettings {
  db: Database;
  now: Clock;
  secondFactors: SecondFactors;
  passkeys: Pick<Passkeys, "relyingParty" | "check">;
}

export type Proofs = ReturnType<typeof createProofs>;

const METHOD_WITH: Record<CheckedFactor["kind"], ProofMethod> = {
  code: "password and code",
  "recovery code": "password and recovery code",
  passkey: "password and passkey",
};

/** SHA-256 of the hash if the password matches it; the same work for an unknown member. */
async function matchPassword(member: KnownMember | undefined, password: string): Promise<Buffer | null> {
  const passwordHash = member?.passwordHash ?? null;
  const isRight = await verifyPassword(passwordHash, password);
  return isRight && passwordHash !== null ? hashToken(passwordHash) : null;
}

/** A password proves a member only while they have no second factor; looked up again in the transaction. */
const byPasswordAlone = (memberId: number, passwordDigest: Buffer): Proof =>
  prove({
    memberId,
    method: "password",
    scope: "full",
    passwordDigest,
    consume: async (tx) => !(await hasFactor(tx, memberId)),
  });

const byBoth = (memberId: number, passwordDigest: Buffer | null, { kind, consume }: CheckedFactor): Proof =>
  prove({ memberId, method: METHOD_WITH[kind], scope: "full", passwordDigest, consume });

/** With the check of the person by the device, a passkey is two factors. */
const byPasskey = (memberId: number, { consume }: CheckedFactor): Proof =>
  prove({ memberId, method: "passkey", scope: "full", passwordDigest: null, consume });

export function createProofs(deps: ProofsDeps) {
  const { db, now, secondFactors, passkeys } = deps;

  return {
    /** The first step of a sign-in. */
    async byPassword(member: KnownMember | undefined, password: string): Promise<PasswordStep> {
      const passwordDigest = await matchPassword(member, password);
      // After the hash, so that a right password is answered as a wrong one is, and as late.
      if (!member?.isPasswordSignIn || passwordDigest === null) return { kind: "wrong" };
      const factors = await findFactors(db, member.id, passkeys.relyingParty()?.rpId ?? null);
      if (hasAnyFactor(factors)) return { kind: "factor", passwordDigest, methods: usableMethods(factors) };
      const dueAt = factorDueAt(deps, member, now());
      if (dueAt !== null && dueAt <= now()) return { kind: "set-up" };
      return { kind: "proven", proof: byPasswordAlone(member.id, passwordDigest), dueAt };
    },

    /** The second step: the ticket stands for the password. Null for a wrong answer. @throws AppError rate_limited */
    async byTicket(ticket: Ticket, answer: FactorAnswer, client: Client): Promise<Proof | null> {
      const { memberId, passwordDigest, idHash, challenge } = ticket;
      const checked = await secondFactors.check(memberId, answer, { isSignIn: true, client, challenge });
      if (checked === null) return null;
      const consume = async (tx: Transaction) => (await checked.consume(tx)) && (await takeTicket(tx, idHash));
      return byBoth(memberId, passwordDigest, { ...checked, consume });
    },

    /**
     * A signed-in member confirms: by the password, and by a code if they have a second factor.
     * @returns null for a wrong password
     * @throws AppError invalid_input for the factor, and for the password of whoever takes only passkeys; rate_limited
     */
    async byConfirmation(
      member: KnownMember | undefined,
      { password, ...answer }: ConfirmationAnswer,
      client: Client,
    ): Promise<Proof | null> {
      if (member?.isPasswordSignIn === false) throw invalidField("password", FACTOR_ANSWERS.passkeysOnly);
      const passwordDigest = await matchPassword(member, password);
      if (member === undefined || passwordDigest === null) return null;
      if (!(await hasFactor(db, member.id))) return byPasswordAlone(member.id, passwordDigest);
      const field = answer.recoveryCode === undefined ? "code" : "recoveryCode";
      if (answer[field] === undefined) throw invalidField(field, FACTOR_ANSWERS.codeMissing);
      const checked = await secondFactors.check(member.id, answer, { isSignIn: false, client, challenge: null });
      if (checked === null) throw invalidField(field, FACTOR_MESSAGES.codeWrong);
      return byBoth(member.id, passwordDigest, checked);
    },

    /** A signed-in member confirms by a passkey. Null for a wrong one. @throws AppError rate_limited */
    async byOwnPasskey(memberId: number, { ticket, assertion }: PasskeyConfirmation, client: Client) {
      const challenge = await takeChallenge(db, { idHash: hashToken(ticket), memberId, at: now() });
      const checked = await secondFactors.check(memberId, { assertion }, { isSignIn: false, client, challenge });
      return checked && byPasskey(memberId, checked);
    },

    /** A passkey alone, of whoever it names; an offer counts once. */
    async byPasskeyAlone(
      assertion: Assertion,
      offer: { challenge: string; idHash: Buffer; expiresAt: Date },
    ): Promise<{ proof: Proof; refused: null } | { refused: PasskeyRefusal; memberId: number | null }> {
      const { challenge, idHash, expiresAt } = offer;
      const checked = await passkeys.check(assertion, challenge, null);
      if (checked.refused !== null) return checked;
      const { memberId, factor } = checked;
      const consume = async (tx: Transaction) =>
        (await useOffer(tx, { idHash, memberId, expiresAt })) && (await factor.consume(tx));
      return { refused: null, proof: byPasskey(memberId, { ...factor, consume }) };
    },

    /**
     * A mailed link: it sets a first factor up and opens nothing else.
     * @param isFactorShown whether it was mailed after password and code, to who must add a passkey
     */
    byLink: ({ id, memberId }: { id: number; memberId: number }, tokenHash: Buffer, isFactorShown: boolean): Proof => {
      const consume = async (tx: Transaction) =>
        (await hasFactor(tx, memberId)) === isFactorShown && (await takeLink(tx, id, tokenHash, now()));
      return prove({
        memberId,
        method: isFactorShown ? "password and code" : "link",
        scope: "enrol",
        passwordDigest: null,
        consume,
      });
    },

    /** Whether it is the member's present one; opens nothing. */
    async isPassword(member: KnownMember | undefined, password: string): Promise<boolean> {
      return (await matchPassword(member, password)) !== null;
    },
  };
}
