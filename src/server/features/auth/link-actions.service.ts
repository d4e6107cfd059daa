import { LINK_MESSAGES } from "#contract/auth/link-messages.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { emailKey } from "#contract/text.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import type { NotificationsService } from "#server/features/notifications/notifications.service.ts";
import { refused } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { closeLinks } from "./account-links.repository.ts";
import type { AccountLinks, FoundLink } from "./account-links.service.ts";
import { findMemberByEmail, lockTeam, updateEmail, updatePassword } from "./auth.repository.ts";
import type { NewPasskey, PasskeysService } from "./factors/passkeys.service.ts";
import type { PasswordRules } from "./password-rules.ts";
import { hashPassword } from "./passwords.ts";
import { randomToken } from "./tokens.ts";

interface LinkActionsDeps {
  db: Database;
  now: Clock;
  links: AccountLinks;
  /** Counts a link to a new own address. @throws AppError rate_limited */
  limits: { ownEmail(memberId: number): Promise<void> };
  audit: Pick<AuditService, "record">;
  notifications: Pick<NotificationsService, "notify">;
  passwordRules: PasswordRules;
  passkeys: PasskeysService["invited"];
}

/** What a mailed link does, other than setting a forgotten password. None opens a session. */
interface Presented {
  token: string;
  ip: string;
}

export type LinkActionsService = ReturnType<typeof createLinkActionsService>;

export function createLinkActionsService(deps: LinkActionsDeps) {
  const { db, now, links, limits, audit, notifications, passwordRules, passkeys } = deps;

  async function accept(
    found: FoundLink,
    token: string,
    password: string,
    add: (tx: Transaction) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const passwordHash = await hashPassword(password);
    await db.transaction(async (tx) => {
      const at = now();
      const { memberId, name, askedById } = found;
      // Before the member's row, as changes of the team lock them: an invitation may be withdrawn at this moment.
      await lockTeam(tx);
      await links.take(tx, found, token, at);
      await updatePassword(tx, memberId, passwordHash, at);
      await add(tx);
      await closeLinks(tx, memberId, at);
      const event = { type: "invitation-accepted", data: { member_id: memberId, name } } as const;
      await audit.record(tx, { at, actorId: memberId, memberId, event });
      if (askedById === null) return;
      await notifications.notify(tx, askedById, { kind: "invitation-accepted", facts: { member: name } });
    });
  }

  return {
    /** Changes nothing. @throws AppError as `AccountLinks.find` */
    async open(presented: Presented) {
      const { kind, name, email, newEmail } = await links.find(presented, "invitation", "email");
      return { kind: kind === "email" ? kind : ("invitation" as const), name, email: newEmail ?? email };
    },

    /**
     * Sets the first password of an invited member and tells who invited them.
     * @throws AppError as `AccountLinks.find`, invalid_input
     */
    async acceptInvitation({ newPassword, ...presented }: Presented & { newPassword: string }): Promise<string> {
      passwordRules.assertLength(newPassword, "newPassword");
      const found = await links.find(presented, "invitation");
      await passwordRules.assertUsable(newPassword, found, "newPassword");
      await accept(found, presented.token, newPassword);
      return found.email;
    },

    /** Leaves the link open. @throws AppError as `AccountLinks.find`, rule_violation where passkeys don't work */
    async beginPasskey(presented: Presented) {
      const { memberId: id, name, email } = await links.find(presented, "invitation");
      return await passkeys.begin({ id, name, email });
    },

    /** Accepts with a passkey and no password. @throws AppError as `AccountLinks.find`, rule_violation for a wrong passkey */
    async acceptByPasskey({ token, ip, ...answer }: Presented & NewPasskey) {
      const found = await links.find({ token, ip }, "invitation");
      const { codes, store } = await passkeys.made(found.memberId, answer);
      // A password that nobody knows: "Forgot password" then helps this member as any other.
      await accept(found, token, randomToken(), store);
      return { email: found.email, codes };
    },

    /**
     * Mails a link to the caller's new address and a notice to the present one.
     * @throws AppError rule_violation for a taken or unchanged e-mail, rate_limited
     */
    async askOwnEmail(actor: SessionMember, email: string): Promise<void> {
      if (email === actor.email) throw refused(LINK_MESSAGES.ownEmailSame, "email");
      await requireFree(db, email, actor.id);
      await limits.ownEmail(actor.id);
      await db.transaction(async (tx) => {
        await links.send(tx, { memberId: actor.id, kind: "email", email });
        const event = { type: "own-email-asked", data: {} } as const;
        await audit.record(tx, { at: now(), actorId: actor.id, memberId: actor.id, event });
        await notifications.notify(tx, actor.id, { kind: "own-email-asked", facts: { email } });
      });
    },

    /**
     * The new address is the member's from now on; links mailed to the old one become invalid, sessions stay.
     * @throws AppError as `AccountLinks.find`, rule_violation for an e-mail that was taken meanwhile
     */
    async confirmOwnEmail(presented: Presented): Promise<string> {
      const found = await links.find(presented, "email");
      const { memberId, name, newEmail } = found;
      if (newEmail === null) throw new Error("a link to a new address has none");
      await db.transaction(async (tx) => {
        const at = now();
        // Makes the check of the address final.
        await lockTeam(tx);
        await links.take(tx, found, presented.token, at);
        await requireFree(tx, newEmail, memberId);
        await updateEmail(tx, memberId, newEmail);
        await closeLinks(tx, memberId, at);
        const data = { member_id: memberId, name, changes: ["email" as const], role: null };
        await audit.record(tx, { at, actorId: memberId, memberId, event: { type: "member-changed", data } });
        const notice = { kind: "email-changed", facts: { by: name } } as const;
        await notifications.notify(tx, memberId, notice, [found.email, newEmail]);
      });
      return newEmail;
    },
  };
}

async function requireFree(db: Queryable, email: string, ownId: number): Promise<void> {
  const holder = await findMemberByEmail(db, emailKey(email));
  if (holder !== undefined && holder.id !== ownId) throw refused(TEAM_MESSAGES.teamEmailTaken, "email");
}
