import type { FactorChange } from "#contract/audit/audit.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { MINUTE_MS } from "#contract/dates.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import type { NotificationsService } from "#server/features/notifications/notifications.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { closeLinks } from "../account-links.repository.ts";
import { findMember } from "../auth.repository.ts";
import { hasFactor, replaceRecoveryCodes } from "./factors.repository.ts";
import { newRecoveryCodes, writtenCode } from "./recovery-codes.ts";
import { hashRecoveryCode } from "./second-factors.ts";

/** How long a first step waits for its second one. */
export const TICKET_MS = 5 * MINUTE_MS;

interface FactorChangesDeps {
  db: Database;
  now: Clock;
  audit: Pick<AuditService, "record">;
  notifications: Pick<NotificationsService, "notify">;
}

export type FactorChanges = ReturnType<typeof createFactorChanges>;

/** What every change of a member's own second factors has to do. */
export function createFactorChanges({ db, now, audit, notifications }: FactorChangesDeps) {
  return {
    /**
     * A session that the password alone, or a link, opened or confirmed changes nothing for a member who has a factor, nor
     * does one by a code for a member who takes only passkeys.
     */
    async requireFactorShown(actor: SessionMember): Promise<void> {
      if (actor.method.endsWith("passkey") || !(await hasFactor(db, actor.id))) return;
      const isShown = actor.method !== "password" && actor.method !== "link";
      if (isShown && (await findMember(db, actor.id))?.isPasswordSignIn) return;
      throw new AppError("reauthentication_required", AUTH_MESSAGES.reauthenticationRequired);
    },

    async note(tx: Transaction, { id }: Pick<SessionMember, "id">, change: FactorChange): Promise<void> {
      // A link that was mailed to a member without a factor must not be good again after the last one is removed, nor for a
      // role that needs a passkey.
      await closeLinks(tx, id, now(), "set-up");
      const event = { type: "factor-changed", data: { change } } as const;
      await audit.record(tx, { at: now(), actorId: id, memberId: id, event });
      await notifications.notify(tx, id, { kind: "factor-changed", facts: { change } });
    },

    /** Ten new recovery codes: as they are shown, and what puts them in the place of the old ones. */
    async makeCodes(memberId: number) {
      const codes = newRecoveryCodes();
      const hash = async ({ number, letters }: (typeof codes)[number]) => ({
        number,
        codeHash: await hashRecoveryCode(letters),
      });
      const hashes = await Promise.all(codes.map(hash));
      const store = (tx: Transaction) => replaceRecoveryCodes(tx, memberId, hashes);
      return { written: codes.map(writtenCode), store };
    },
  };
}
