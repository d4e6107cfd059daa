import type * as z from "zod";
import type { ActivityData } from "#contract/audit/audit.ts";
import { LINK_MESSAGES } from "#contract/auth/link-messages.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import type { inviteTeamMemberSchema } from "#contract/team/invitations.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import {
  type addTeamMemberSchema,
  PASSWORD_MASK,
  type TeamListEntry,
  type TeamMember,
  type updateTeamMember as updateOperation,
} from "#contract/team/team.ts";
import { emailKey } from "#contract/text.ts";
import { AppError, refused, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { AuditService } from "../audit/audit.service.ts";
import type { AccountLinks } from "../auth/account-links.service.ts";
import type { AuthService } from "../auth/auth.service.ts";
import type { Limits } from "../auth/limits.ts";
import type { NotificationsService } from "../notifications/notifications.service.ts";
import type { OrderViewsService } from "../order-views/order-views.service.ts";
import {
  countOtherAdmins,
  findIdByEmail,
  findTeam,
  findTeamMember,
  insertTeamMember,
  isInvitedMember,
  updateTeamMember,
} from "./team.repository.ts";
import {
  changedFields,
  requireAnotherAdmin,
  requireCredentialRights,
  requireManageable,
  requireOtherMember,
} from "./team-rules.ts";

type Actor = Pick<SessionMember, "id" | "type">;
type Invited = z.output<typeof inviteTeamMemberSchema>;
type NewMember = z.output<typeof addTeamMemberSchema>;
type EditedMember = z.output<typeof updateOperation.body>;

interface TeamDeps {
  db: Database;
  now: Clock;
  auth: Pick<AuthService, "lockTeam" | "endSessionsOf" | "voidLinksOf" | "hashNewPassword">;
  links: Pick<AccountLinks, "send">;
  limits: Pick<Limits, "invitation">;
  audit: Pick<AuditService, "record">;
  notifications: Pick<NotificationsService, "notify">;
  orderViews: Pick<OrderViewsService, "forgetMember">;
}

export type TeamService = ReturnType<typeof createTeamService>;

/** Members who can sign in (decision record 0046). Removed members are unknown to every call. */
export function createTeamService({ db, now, auth, links, limits, audit, notifications, orderViews }: TeamDeps) {
  return {
    async list(): Promise<TeamListEntry[]> {
      const team = await findTeam(db, now());
      return team.map(({ isInvited, invitedUntil, invitationMail, ...member }) => {
        const shared = { ...member, memberRole: member.type };
        if (!isInvited) return { ...shared, password: PASSWORD_MASK };
        const until = invitedUntil?.toISOString() ?? null;
        return { ...shared, password: "", invited_until: until, invitation_mail: invitationMail };
      });
    },

    /** @throws AppError not_found */
    info: (id: number): Promise<TeamMember> => requireTeamMember(db, id),

    /** @throws AppError forbidden, invalid_input for a common password, rule_violation for a taken e-mail */
    async add(actor: Actor, { password, ...input }: NewMember): Promise<TeamMember> {
      requireManageable(actor, input.type);
      const passwordHash = await auth.hashNewPassword(password, { ...input, role: input.type });
      return await changeTeam(actor, async (tx, by) => {
        requireManageable(by, input.type);
        await requireFreeEmail(tx, input.email, null);
        const at = now();
        const { name, type: role } = input;
        const set = { passwordHash, passwordSetBy: by.id, passwordSetAt: at };
        const id = await insertTeamMember(tx, { name, ...emailColumns(input), role, ...set, createdAt: at });
        const event = { type: "member-added", data: { member_id: id, name, role } } as const;
        await audit.record(tx, { at, actorId: by.id, memberId: id, event });
        return { id, ...input };
      });
    },

    /**
     * Adds a member without a password and mails them a link to choose it.
     * @throws AppError forbidden, rule_violation for a taken e-mail, rate_limited
     */
    async invite(actor: Actor, input: Invited): Promise<TeamMember> {
      requireManageable(actor, input.type);
      await limits.invitation(actor.id, emailKey(input.email));
      return await changeTeam(actor, async (tx, by) => {
        requireManageable(by, input.type);
        await requireFreeEmail(tx, input.email, null);
        const at = now();
        const { name, type: role } = input;
        const id = await insertTeamMember(tx, { name, ...emailColumns(input), role, createdAt: at });
        const event = { type: "member-invited", data: { member_id: id, name, role } } as const;
        await audit.record(tx, { at, actorId: by.id, memberId: id, event });
        await links.send(tx, { memberId: id, kind: "invitation", askedBy: by.id });
        return { id, ...input };
      });
    },

    /** Ends the earlier link. @throws AppError forbidden, not_found, rate_limited; rule_violation once it was accepted */
    async resendInvitation(actor: Actor, id: number): Promise<void> {
      const { email } = await requireTeamMember(db, id);
      await limits.invitation(actor.id, emailKey(email));
      await changeTeam(actor, async (tx, by) => {
        const { name } = await requireInvited(tx, by, id);
        const event = { type: "invitation-sent-again", data: { member_id: id, name } } as const;
        await audit.record(tx, { at: now(), actorId: by.id, memberId: id, event });
        await links.send(tx, { memberId: id, kind: "invitation", askedBy: by.id });
      });
    },

    /** @throws AppError forbidden, not_found; rule_violation once it was accepted */
    async withdrawInvitation(actor: Actor, id: number): Promise<void> {
      await changeTeam(actor, async (tx, by) => {
        const { name } = await requireInvited(tx, by, id);
        await disable(tx, by, id, { type: "invitation-withdrawn", data: { member_id: id, name } });
      });
    },

    /**
     * Keeps the password if none is given. A new password or type ends the member's sessions; each of them and a new
     * e-mail void open reset links and are notified by mail, a new e-mail at both addresses.
     * @throws AppError forbidden, not_found; invalid_input and rule_violation as in `add`, the latter also for one's own
     * password, e-mail and type, and for the last Admin
     */
    async update(actor: Actor, { tmId: id, password, ...input }: EditedMember): Promise<TeamMember> {
      // Checked again below, under the lock; checked here so that 403 and 404 take precedence over the password's 400.
      const stored = await requireTeamMember(db, id);
      requireManageable(actor, stored.type, input.type);
      if (password !== undefined) requireCredentialRights(actor, stored, ["password"]);
      const passwordHash =
        password === undefined ? undefined : await auth.hashNewPassword(password, { ...input, role: input.type });
      return await changeTeam(actor, async (tx, by) => {
        const before = await requireTeamMember(tx, id);
        requireManageable(by, before.type, input.type);
        const after = { id, ...input };
        const changes = changedFields(before, after, passwordHash !== undefined);
        if (changes.includes("type")) requireAnotherAdmin(before, await countOtherAdmins(tx, id));
        requireCredentialRights(by, before, changes);
        if (changes.length === 0) return after;
        await requireFreeEmail(tx, input.email, id);
        const { name, type: role } = after;
        const isInvited = await isInvitedMember(tx, id);
        const set = passwordHash && { passwordHash, passwordSetBy: by.id, passwordSetAt: now() };
        // A new role starts the time anew in which a second factor may be missing.
        const newRole = changes.includes("type") && { factorDueAt: null };
        await updateTeamMember(tx, id, { name, ...emailColumns(after), role, ...newRole, ...set });
        const data = { member_id: id, name, changes, role: changes.includes("type") ? role : null };
        await audit.record(tx, { at: now(), actorId: by.id, memberId: id, event: { type: "member-changed", data } });
        if (changes.includes("password")) await auth.endSessionsOf(tx, id, by.id, "password changed");
        else if (changes.includes("type")) await auth.endSessionsOf(tx, id, by.id, "type changed");
        else if (changes.includes("email")) await auth.voidLinksOf(tx, id);
        if (isInvited && passwordHash === undefined) {
          // Nobody to notify yet. The change ended the link, which said the old type and may have gone elsewhere.
          if (role !== before.type || after.email !== before.email) {
            await links.send(tx, { memberId: id, kind: "invitation", askedBy: by.id });
          }
          return after;
        }
        await notifyMember(tx, by.name, before, after, changes);
        return after;
      });
    },

    /**
     * Disables the member, ends their sessions and deletes their personal views; timelines and the audit log keep the name.
     * @throws AppError forbidden, not_found, rule_violation for one's own account or the last Admin
     */
    async remove(actor: Actor, id: number): Promise<void> {
      await changeTeam(actor, async (tx, by) => {
        const member = await requireTeamMember(tx, id);
        requireManageable(by, member.type);
        requireAnotherAdmin(member, await countOtherAdmins(tx, id));
        requireOtherMember(by, member, TEAM_MESSAGES.teamDeleteSelf);
        await disable(tx, by, id, { type: "member-removed", data: { member_id: id, name: member.name } });
      });
    },
  };

  async function disable(tx: Transaction, by: TeamMember, id: number, event: ActivityData): Promise<void> {
    const at = now();
    await updateTeamMember(tx, id, { disabledAt: at });
    await audit.record(tx, { at, actorId: by.id, memberId: id, event });
    await auth.endSessionsOf(tx, id, by.id, "member removed");
    await orderViews.forgetMember(tx, id);
  }

  async function notifyMember(
    tx: Transaction,
    by: string,
    { id, email }: TeamMember,
    after: TeamMember,
    changes: readonly string[],
  ): Promise<void> {
    const both = [email, after.email];
    if (changes.includes("email")) await notifications.notify(tx, id, { kind: "email-changed", facts: { by } }, both);
    if (changes.includes("password")) await notifications.notify(tx, id, { kind: "password-changed", facts: { by } });
    if (changes.includes("type")) {
      await notifications.notify(tx, id, { kind: "type-changed", facts: { by, type: after.type } });
    }
  }

  /**
   * Serialises changes of the team and reads the actor under the lock: of two Admins who remove each other concurrently,
   * the second is no longer an Admin and is refused.
   */
  async function changeTeam<T>(actor: Actor, work: (tx: Transaction, by: TeamMember) => Promise<T>): Promise<T> {
    return await db.transaction(async (tx) => {
      await auth.lockTeam(tx);
      const by = await findTeamMember(tx, actor.id);
      if (by === undefined) throw new AppError("session_ended", AUTH_MESSAGES.sessionEnded);
      return await work(tx, by);
    });
  }
}

async function requireTeamMember(db: Queryable, id: number): Promise<TeamMember> {
  return requireFound(await findTeamMember(db, id), TEAM_MESSAGES.teamMemberNotFound);
}

/** @throws AppError forbidden, not_found, rule_violation */
async function requireInvited(tx: Transaction, by: TeamMember, id: number): Promise<TeamMember> {
  const member = await requireTeamMember(tx, id);
  requireManageable(by, member.type);
  if (await isInvitedMember(tx, id)) return member;
  throw new AppError("rule_violation", LINK_MESSAGES.invitationAcceptedBefore);
}

/**
 * Race-free only under the team lock, with a unique index as the safety net. 422 and not 400, because the request is well
 * formed.
 */
async function requireFreeEmail(tx: Transaction, email: string, ownId: number | null): Promise<void> {
  const holder = await findIdByEmail(tx, emailKey(email));
  if (holder !== undefined && holder !== ownId) throw refused(TEAM_MESSAGES.teamEmailTaken, "email");
}

const emailColumns = ({ email }: { email: string }) => ({ email, emailKey: emailKey(email) });
