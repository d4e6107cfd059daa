import type * as z from "zod";
import { MESSAGES } from "#contract/messages.ts";
import {
  type addTeamMemberSchema,
  PASSWORD_MASK,
  type TeamListEntry,
  type TeamMember,
  type updateTeamMember as updateOperation,
} from "#contract/team.ts";
import { AppError, notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { ActivityService } from "../activity/activity.service.ts";
import type { AuthService } from "../auth/auth.service.ts";
import {
  countAdmins,
  findIdByEmail,
  findTeam,
  findTeamMember,
  insertTeamMember,
  updateTeamMember,
} from "./team.repository.ts";
import { changedFields, requireAnotherAdmin, requireManageable, requireSomebodyElse } from "./team-rules.ts";

type Actor = Pick<SessionMember, "id" | "type">;
type NewMember = z.output<typeof addTeamMemberSchema>;
type EditedMember = z.output<typeof updateOperation.body>;

interface TeamDeps {
  db: Database;
  now: Clock;
  auth: Pick<AuthService, "lockTeam" | "endSessionsOf" | "voidResetLinksOf" | "hashNewPassword">;
  activity: Pick<ActivityService, "record">;
}

export type TeamService = ReturnType<typeof createTeamService>;

/** The members who sign in (decisions 16 to 18). Who was removed is unknown to every call. */
export function createTeamService({ db, now, auth, activity }: TeamDeps) {
  return {
    async list(): Promise<TeamListEntry[]> {
      const team = await findTeam(db);
      return team.map((member) => ({ ...member, memberRole: member.type, password: PASSWORD_MASK }));
    },

    /** @throws AppError not_found */
    info: (id: number): Promise<TeamMember> => requireTeamMember(db, id),

    /** @throws AppError forbidden, invalid_input for a common password, rule_violation for a taken e-mail */
    async add(actor: Actor, { password, ...given }: NewMember): Promise<TeamMember> {
      requireManageable(actor, given.type);
      const passwordHash = await auth.hashNewPassword(password, given, "password");
      return await changeTeam(actor, async (tx, by) => {
        requireManageable(by, given.type);
        await requireFreeEmail(tx, given.email, null);
        const at = now();
        const { name, type: role } = given;
        const id = await insertTeamMember(tx, { name, ...emailColumns(given), role, passwordHash, createdAt: at });
        await activity.record(tx, at, by.id, { type: "member-added", data: { member_id: id, name, role } });
        return { id, ...given };
      });
    },

    /**
     * Without a password the one there is stays. A new password or type ends the member's sessions, one's own too; each
     * of them and a new e-mail void reset links under way.
     * @throws AppError forbidden, not_found; invalid_input and rule_violation as in `add`, and the latter for the own type
     * and the last Admin
     */
    async update(actor: Actor, { tmId: id, password, ...given }: EditedMember): Promise<TeamMember> {
      // Asked again below, under the lock; here, so that 403 and 404 come before the password's 400.
      requireManageable(actor, (await requireTeamMember(db, id)).type, given.type);
      const passwordHash = password === undefined ? undefined : await auth.hashNewPassword(password, given, "password");
      return await changeTeam(actor, async (tx, by) => {
        const before = await requireTeamMember(tx, id);
        requireManageable(by, before.type, given.type);
        await requireFreeEmail(tx, given.email, id);
        if (given.type !== before.type) {
          requireAnotherAdmin(before, await countAdmins(tx));
          requireSomebodyElse(by, before, MESSAGES.teamOwnType);
        }
        const after = { id, ...given };
        const changes = changedFields(before, after, passwordHash !== undefined);
        if (changes.length === 0) return after;
        const { name, type: role } = after;
        await updateTeamMember(tx, id, { name, ...emailColumns(after), role, ...(passwordHash && { passwordHash }) });
        if (changes.includes("password") || changes.includes("type")) await auth.endSessionsOf(tx, id);
        else if (changes.includes("email")) await auth.voidResetLinksOf(tx, id);
        const data = { member_id: id, name, changes, role: changes.includes("type") ? role : null };
        await activity.record(tx, now(), by.id, { type: "member-changed", data });
        return after;
      });
    },

    /**
     * Disables the member and ends its sessions; the name stays where it stands in histories.
     * @throws AppError forbidden, not_found, rule_violation for oneself or the last Admin
     */
    async remove(actor: Actor, id: number): Promise<void> {
      await changeTeam(actor, async (tx, by) => {
        const member = await requireTeamMember(tx, id);
        requireManageable(by, member.type);
        requireAnotherAdmin(member, await countAdmins(tx));
        requireSomebodyElse(by, member, MESSAGES.teamDeleteSelf);
        const at = now();
        await updateTeamMember(tx, id, { disabledAt: at });
        await auth.endSessionsOf(tx, id);
        const data = { member_id: id, name: member.name };
        await activity.record(tx, at, by.id, { type: "member-removed", data });
      });
    },
  };

  /**
   * One change of the team at a time, by a member as the team knows it then: of two Admins who remove each other at
   * once, the second is no Admin any more and nothing happens.
   */
  async function changeTeam<T>(actor: Actor, work: (tx: Transaction, by: TeamMember) => Promise<T>): Promise<T> {
    return await db.transaction(async (tx) => {
      await auth.lockTeam(tx);
      const by = await findTeamMember(tx, actor.id);
      if (by === undefined) throw new AppError("session_ended", MESSAGES.sessionEnded);
      return await work(tx, by);
    });
  }
}

async function requireTeamMember(db: Queryable, id: number): Promise<TeamMember> {
  const member = await findTeamMember(db, id);
  if (member === undefined) throw notFound(MESSAGES.teamMemberNotFound);
  return member;
}

/**
 * Safe against two at once only under the lock of the team; the database's unique index stands behind it. 422 and not
 * 400: what was sent is well formed, as the document promises to take it; the form finds the field in `errors`.
 */
async function requireFreeEmail(tx: Transaction, email: string, ownId: number | null): Promise<void> {
  const holder = await findIdByEmail(tx, email.toLowerCase());
  if (holder === undefined || holder === ownId) return;
  const message = MESSAGES.teamEmailTaken;
  throw new AppError("rule_violation", message, { errors: [{ path: "email", message }] });
}

const emailColumns = ({ email }: { email: string }) => ({ email, emailKey: email.toLowerCase() });
