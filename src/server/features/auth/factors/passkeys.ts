import type { Assertion } from "#contract/factors/passkeys.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import type { NotificationsService } from "#server/features/notifications/notifications.service.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { RelyingParty } from "#server/platform/relying-party.ts";
import { findMember } from "../auth.repository.ts";
import type { CheckedFactor } from "./factor-rules.ts";
import { findPasskey, notePasskeyUse, type Passkey, suspendPasskey } from "./passkeys.repository.ts";
import { counterOfAssertion } from "./webauthn.ts";

interface PasskeysDeps {
  db: Database;
  now: Clock;
  /** Null where passkeys don't work. Read late: a free port is only known once the server listens. */
  relyingParty: () => RelyingParty | null;
  audit: Pick<AuditService, "record">;
  notifications: Pick<NotificationsService, "notify" | "notifyAdmins">;
}

export type PasskeyRefusal = "unknown passkey" | "wrong passkey" | "a passkey whose counter went back";
export type CheckedPasskey =
  | { refused: null; memberId: number; factor: CheckedFactor }
  | { refused: PasskeyRefusal; memberId: number | null };

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Judges the answers of passkeys. */
export function createPasskeys({ db, now, relyingParty, audit, notifications }: PasskeysDeps) {
  async function suspend({ id, memberId, name }: Passkey): Promise<void> {
    const member = (await findMember(db, memberId))?.name ?? "";
    await db.transaction(async (tx) => {
      const at = now();
      if (!(await suspendPasskey(tx, id, at))) return;
      const change = "passkey suspended" as const;
      await audit.record(tx, { at, actorId: null, memberId, event: { type: "factor-changed", data: { change } } });
      await notifications.notify(tx, memberId, { kind: "factor-changed", facts: { change } });
      await notifications.notifyAdmins(tx, { kind: "passkey-suspended", facts: { member, name } });
    });
  }

  return {
    relyingParty,

    /**
     * @param memberId whose passkey it has to be; null for whoever the passkey names
     * @returns the member and what uses the answer up; or why it is refused
     */
    async check(assertion: Assertion, challenge: string, memberId: number | null): Promise<CheckedPasskey> {
      const party = relyingParty();
      const found = party === null ? undefined : await findPasskey(db, assertion.id);
      if (party === null || found === undefined || (memberId !== null && found.passkey.memberId !== memberId)) {
        return { refused: "unknown passkey", memberId };
      }
      const { passkey, userId } = found;
      const owner = passkey.memberId;
      const { userHandle } = assertion.response;
      const isNamed =
        userHandle === undefined || userHandle === null
          ? memberId !== null
          : userId?.toString("base64url") === userHandle;
      if (!isNamed || passkey.suspendedAt !== null) return { refused: "wrong passkey", memberId: owner };
      const counter = await counterOfAssertion(party, challenge, passkey, assertion);
      if (counter === null) return { refused: "wrong passkey", memberId: owner };
      // Passkeys that are copied between devices send 0 for ever: there is nothing to compare.
      if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
        await suspend(passkey);
        return { refused: "a passkey whose counter went back", memberId: owner };
      }
      const use = { id: passkey.id, counter, seen: passkey.counter };
      const factor: CheckedFactor = { kind: "passkey", consume: (tx) => notePasskeyUse(tx, { ...use, at: now() }) };
      return { refused: null, memberId: owner, factor };
    },
  };
}
