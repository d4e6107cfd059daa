import { randomBytes } from "node:crypto";
import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import { FACTOR_MESSAGES } from "#contract/factors/messages.ts";
import { type OwnPasskey, PASSKEYS_MAX, type Registration } from "#contract/factors/passkeys.ts";
import { AppError, refused } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { Log } from "#server/platform/log.ts";
import type { RelyingParty } from "#server/platform/relying-party.ts";
import { closeLinks, lockMember } from "../account-links.repository.ts";
import { findMember } from "../auth.repository.ts";
import { noteFactorOfSession } from "../session-door.repository.ts";
import { hashToken, randomToken } from "../tokens.ts";
import { type FactorChanges, TICKET_MS } from "./factor-changes.ts";
import type { FactorSettings } from "./factor-rules.ts";
import { findFactors, hasFactor, replaceRecoveryCodes } from "./factors.repository.ts";
import {
  countOtherHosts,
  deletePasskeyRow,
  findPasskeys,
  insertPasskey,
  type Passkey,
  updatePasskeyName,
  updatePasswordSignIn,
  webauthnUserIdOf,
} from "./passkeys.repository.ts";
import type { Passkeys } from "./passkeys.ts";
import { insertTicket, putChallenge, takeChallenge } from "./tickets.repository.ts";
import { creationOptions, requestOptions, verifiedRegistration } from "./webauthn.ts";

interface PasskeysServiceDeps extends FactorSettings {
  db: Database;
  now: Clock;
  passkeys: Pick<Passkeys, "relyingParty">;
  changes: FactorChanges;
  serviceName: string;
  log: Pick<Log, "warn">;
}

/** Without a password: whoever loses one still has another. */
const PASSKEYS_ALONE_MIN = 2;

export type PasskeysService = ReturnType<typeof createPasskeysService>;

export const toOwnPasskey = (passkey: Passkey, rpId: string | null): OwnPasskey => ({
  id: passkey.id,
  name: passkey.name,
  added_at: passkey.addedAt.toISOString(),
  last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  suspended: passkey.suspendedAt !== null,
  synced: passkey.isBackedUp,
  other_host: passkey.rpId === rpId ? null : passkey.rpId,
});

/** A member's own passkeys, and the options of each ceremony with them. */
export function createPasskeysService(deps: PasskeysServiceDeps) {
  const { db, now, passkeys, changes, secondFactorRoles, passkeyRoles, serviceName, log } = deps;

  function requireParty(): RelyingParty {
    const party = passkeys.relyingParty();
    if (party === null) throw refused(FACTOR_ANSWERS.passkeysNotHere);
    return party;
  }

  /** A ticket of five minutes and one try, with what the passkey has to sign. */
  async function openTicket(memberId: number): Promise<{ ticket: string; challenge: string }> {
    const [ticket, challenge] = [randomToken(), randomToken()];
    const expiresAt = new Date(now().getTime() + TICKET_MS);
    await insertTicket(db, { idHash: hashToken(ticket), purpose: "passkey", memberId, challenge, expiresAt });
    return { ticket, challenge };
  }

  const usableIn = async (tx: Transaction, memberId: number): Promise<number> =>
    (await findFactors(tx, memberId, passkeys.relyingParty()?.rpId ?? null)).usablePasskeys;

  async function beginFor({ id, name, email }: Registrant) {
    const party = requireParty();
    const existing = await findPasskeys(db, id);
    if (existing.length >= PASSKEYS_MAX) throw refused(FACTOR_ANSWERS.passkeysMany);
    const userId = await webauthnUserIdOf(db, id, randomBytes(32));
    const { ticket, challenge } = await openTicket(id);
    const options = await creationOptions(party, challenge, { rpName: serviceName, email, name, userId, existing });
    return { ticket, options };
  }

  /** What the authenticator made: `store` adds it, under the lock of its member. */
  async function made(memberId: number, { ticket, registration, name }: NewPasskey) {
    const party = requireParty();
    const at = now();
    const challenge = await takeChallenge(db, { idHash: hashToken(ticket), memberId, at });
    if (challenge === null) throw refused(FACTOR_MESSAGES.ticketGone);
    const answer = await verifiedRegistration(party, challenge, registration);
    if (!answer) throw refused(FACTOR_MESSAGES.passkeyWrong);
    const { credential, aaguid, credentialBackedUp: isBackedUp } = answer;
    const codes =
      (await findFactors(db, memberId, party.rpId)).codesLeft === 0 ? await changes.makeCodes(memberId) : null;
    async function store(tx: Transaction): Promise<void> {
      if ((await findPasskeys(tx, memberId)).length >= PASSKEYS_MAX) throw refused(FACTOR_ANSWERS.passkeysMany);
      const isNew = await insertPasskey(tx, {
        ...{ id: credential.id, memberId, counter: credential.counter, aaguid, isBackedUp, name },
        publicKey: Buffer.from(credential.publicKey),
        transports: registration.response.transports ?? [],
        rpId: party.rpId,
        addedAt: at,
      });
      if (!isNew) throw refused(FACTOR_ANSWERS.passkeyKnown);
      await codes?.store(tx);
      await changes.note(tx, { id: memberId }, "passkey added");
    }
    return { codes: codes?.written ?? null, store };
  }

  async function usableOf(memberId: number, { rpId }: RelyingParty): Promise<Passkey[]> {
    const all = await findPasskeys(db, memberId);
    return all.filter((passkey) => passkey.suspendedAt === null && passkey.rpId === rpId);
  }

  return {
    /** The only one at which passkeys work. */
    origin: (): string | null => passkeys.relyingParty()?.origin ?? null,

    /** Logs how many passkeys a changed address of the program has made useless. */
    async reportOtherHosts(): Promise<void> {
      const party = passkeys.relyingParty();
      const others = await countOtherHosts(db, party?.rpId ?? "");
      if (others === 0) return;
      log.warn({ passkeys: others, host: party?.rpId ?? null }, "passkeys belong to another host and don't work here");
    },

    /** @throws AppError rule_violation where passkeys don't work, unauthenticated for a ticket that is gone */
    async stepOptions(ticket: string) {
      const party = requireParty();
      const challenge = randomToken();
      const memberId = await putChallenge(db, { idHash: hashToken(ticket), challenge, at: now() });
      if (memberId === undefined) {
        throw new AppError("unauthenticated", FACTOR_MESSAGES.ticketGone, { data: { start_over: true } });
      }
      return { options: await requestOptions(party, challenge, await usableOf(memberId, party)) };
    },

    /** @throws AppError rule_violation where passkeys don't work */
    async confirmOptions({ id }: SessionMember) {
      const party = requireParty();
      const { ticket, challenge } = await openTicket(id);
      return { ticket, options: await requestOptions(party, challenge, await usableOf(id, party)) };
    },

    /** @throws AppError reauthentication_required, rule_violation */
    async begin(actor: SessionMember) {
      await changes.requireFactorShown(actor);
      return await beginFor(actor);
    },

    /** @returns the recovery codes, if the member had none @throws AppError reauthentication_required, rule_violation */
    async add(actor: SessionMember, answer: NewPasskey): Promise<string[] | null> {
      await changes.requireFactorShown(actor);
      const { codes, store } = await made(actor.id, answer);
      await db.transaction(async (tx) => {
        await lockMember(tx, actor.id);
        await store(tx);
        await noteFactorOfSession(tx, actor.sessionIdHash, "password and passkey");
      });
      return codes;
    },

    /** For whoever holds an invitation, and for nobody who has a factor. @throws AppError rule_violation */
    invited: { begin: beginFor, made },

    /** @throws AppError rule_violation */
    async rename(actor: SessionMember, { id, name }: { id: string; name: string }): Promise<void> {
      if (!(await updatePasskeyName(db, actor.id, id, name))) {
        throw refused(FACTOR_MESSAGES.passkeyMissing);
      }
    },

    /** @throws AppError reauthentication_required, rule_violation, also for the last factor of a role that needs one */
    async remove(actor: SessionMember, id: string): Promise<void> {
      await changes.requireFactorShown(actor);
      await db.transaction(async (tx) => {
        await lockMember(tx, actor.id);
        const before = await usableIn(tx, actor.id);
        if (!(await deletePasskeyRow(tx, actor.id, id))) {
          throw refused(FACTOR_MESSAGES.passkeyMissing);
        }
        const left = await usableIn(tx, actor.id);
        const isPasskeysOnly = (await findMember(tx, actor.id))?.isPasswordSignIn === false;
        if (isPasskeysOnly && left < before && left < PASSKEYS_ALONE_MIN) throw refused(FACTOR_ANSWERS.passkeysTwoKept);
        if (left === 0 && passkeyRoles.includes(actor.type)) throw refused(FACTOR_ANSWERS.lastPasskey);
        if (!(await hasFactor(tx, actor.id))) {
          if (secondFactorRoles.includes(actor.type)) throw refused(FACTOR_ANSWERS.lastFactor);
          await replaceRecoveryCodes(tx, actor.id, []);
        }
        await changes.note(tx, actor, "passkey removed");
      });
    },

    /**
     * Whether the password opens sessions beside passkeys. Switching it off voids reset links.
     * @throws AppError reauthentication_required, rule_violation to switch it off with fewer than two passkeys
     */
    async setPasswordSignIn(actor: SessionMember, isEnabled: boolean): Promise<void> {
      await changes.requireFactorShown(actor);
      await db.transaction(async (tx) => {
        await lockMember(tx, actor.id);
        if ((await findMember(tx, actor.id))?.isPasswordSignIn === isEnabled) return;
        if (!isEnabled && (await usableIn(tx, actor.id)) < PASSKEYS_ALONE_MIN)
          throw refused(FACTOR_ANSWERS.passkeysTwo);
        await updatePasswordSignIn(tx, actor.id, isEnabled);
        if (!isEnabled) await closeLinks(tx, actor.id, now(), "reset");
        await changes.note(
          tx,
          actor,
          isEnabled ? "password sign-in allowed" : "password sign-in switched off, only passkeys",
        );
      });
    },
  };
}

/** Who gets a passkey. */
type Registrant = Pick<SessionMember, "id" | "name" | "email">;

export interface NewPasskey {
  ticket: string;
  registration: Registration;
  name: string;
}
