import { OPERATOR_COMMANDS, type OperatorCommand } from "#contract/audit/audit.ts";
import type { MemberNotification } from "#contract/notifications/notifications.ts";
import { emailKey } from "#contract/text.ts";
import { createAuditService } from "#server/features/audit/audit.service.ts";
import { lockMember } from "#server/features/auth/account-links.repository.ts";
import { deleteSessionsOf, findMemberByEmail } from "#server/features/auth/auth.repository.ts";
import { hasFactor } from "#server/features/auth/factors/factors.repository.ts";
import { makeSetUpLink } from "#server/features/auth/factors/printed-set-up-link.ts";
import { removeFactors } from "#server/features/auth/factors/remove-factors.ts";
import { createNotificationQueue, notificationQueue } from "#server/features/notifications/notification-queue.ts";
import { systemClock } from "#server/platform/clock.ts";
import { createDatabase, type Transaction } from "#server/platform/db/client.ts";
import { createJobs } from "#server/platform/jobs/jobs.ts";
import { createLog } from "#server/platform/log.ts";

const LIST = `
  select m.email, m.role, m.is_password_sign_in as "isPasswordSignIn", t.added_at is not null as "hasApp", t.suspended_at is not null as "isSuspended",
    (select count(*)::int from member_passkeys p where p.member_id = m.id) as passkeys,
    (select count(*)::int from sessions s where s.member_id = m.id and s.expires_at > now()) as sessions
  from members m left join member_totp t on t.member_id = m.id where m.disabled_at is null order by m.id`;

interface Row {
  email: string;
  role: string;
  isPasswordSignIn: boolean;
  hasApp: boolean;
  isSuspended: boolean;
  passkeys: number;
  sessions: number;
}

/** What a command did: the lines to print, and the mail to the member, if there is something to tell. */
interface Done {
  lines: string[];
  notification: MemberNotification | null;
}

type Command = (tx: Transaction, member: { id: number; email: string; isInvited: boolean }) => Promise<Done>;

const by = "The operator on the server";
const endedLine = (count: number) => `Sessions ended: ${count}.`;

const commandsAt = (at: Date, publicUrl: string): Record<OperatorCommand, Command> => ({
  "reset-factors": async (tx, { id }) => {
    const lines = ["The second factor and the recovery codes are removed.", endedLine(await removeFactors(tx, id, at))];
    return { lines, notification: { kind: "factor-reset", facts: { by } } };
  },
  "end-sessions": async (tx, { id }) => {
    const count = await deleteSessionsOf(tx, id);
    return {
      lines: [endedLine(count)],
      notification: count === 0 ? null : { kind: "sessions-ended", facts: { by, count } },
    };
  },
  "setup-link": async (tx, { id, email, isInvited }) => {
    if (isInvited) throw new Error(`${email} has not accepted the invitation, which comes first`);
    if (await hasFactor(tx, id)) throw new Error(`${email} has a second factor: run reset-factors ${email} first`);
    const token = await makeSetUpLink(tx, id, at);
    const lines = [`${publicUrl}/set-up-factor#token=${token}`, "It works once, for 30 minutes; older links are void."];
    return { lines, notification: { kind: "set-up-link-made", facts: { by } } };
  },
});

/**
 * @param publicUrl of the program, for printed links
 * @returns what to print; null for an unknown command @throws Error for an unknown member, and when the command refuses
 */
export async function runAccountCommand(
  { connectionString, publicUrl }: { connectionString: string; publicUrl: string },
  word: string,
  email?: string,
): Promise<string[] | null> {
  const log = createLog("silent");
  const { db, pool, close } = createDatabase(connectionString, { max: 2, log });
  try {
    if (word === "list" && email === undefined) {
      const { rows } = await pool.query<Row>(LIST);
      return rows.map(({ email: address, role, isPasswordSignIn, hasApp, isSuspended, passkeys, sessions }) => {
        const app = hasApp ? [`authenticator app${isSuspended ? ", suspended" : ""}`] : [];
        const factor =
          [...app, ...(passkeys > 0 ? [`${isPasswordSignIn ? "" : "only "}passkeys: ${passkeys}`] : [])].join(", ") ||
          "no second factor";
        return `${address}  ${role}  ${factor}  sessions: ${sessions}`;
      });
    }
    const command = OPERATOR_COMMANDS.find((each) => each === word);
    if (command === undefined || email === undefined) return null;
    const member = await findMemberByEmail(db, emailKey(email));
    if (member === undefined) throw new Error(`no member signs in with ${email}`);
    const audit = createAuditService({ db, log, secret: "" });
    const jobs = createJobs({ connectionString, log, work: false });
    // Only for the queue, which `start` creates if the program has not: the program sends the mails.
    jobs.handle(notificationQueue, async () => undefined);
    try {
      await jobs.start();
      const notifications = createNotificationQueue({ now: systemClock, jobs });
      return await db.transaction(async (tx) => {
        const at = new Date();
        if (!(await lockMember(tx, member.id))) throw new Error(`no member signs in with ${email}`);
        const isInvited = member.passwordHash === null;
        const { lines, notification } = await commandsAt(at, publicUrl)[command](tx, { ...member, isInvited });
        const event = { type: "operator-command", data: { command, name: member.name } } as const;
        await audit.record(tx, { at, actorId: null, memberId: member.id, event });
        if (notification === null) return lines;
        await notifications.notify(tx, member.id, notification);
        return [...lines, `A mail tells ${member.email}; the program sends it while it runs.`];
      });
    } finally {
      await jobs.stop(1000);
    }
  } finally {
    await close();
  }
}
