import { emailKey } from "#contract/text.ts";
import { createAuditService } from "#server/features/audit/audit.service.ts";
import { deleteSessionsOf, findMemberByEmail } from "#server/features/auth/auth.repository.ts";
import { resetFactors } from "#server/features/auth/factors/factors.repository.ts";
import { createDatabase } from "#server/platform/db/client.ts";
import { createLog } from "#server/platform/log.ts";

const LIST = `
  select m.email, m.role, t.added_at is not null as "hasApp", t.suspended_at is not null as "isSuspended",
    (select count(*)::int from sessions s where s.member_id = m.id and s.expires_at > now()) as sessions
  from members m left join member_totp t on t.member_id = m.id where m.disabled_at is null order by m.id`;

interface Row {
  email: string;
  role: string;
  hasApp: boolean;
  isSuspended: boolean;
  sessions: number;
}

/** @returns what to print; null for an unknown command @throws Error for an unknown member */
export async function runAccountCommand(
  connectionString: string,
  command: string,
  email?: string,
): Promise<string[] | null> {
  const log = createLog("silent");
  const { db, pool, close } = createDatabase(connectionString, { max: 2, log });
  try {
    if (command === "list" && email === undefined) {
      const { rows } = await pool.query<Row>(LIST);
      return rows.map(({ email: address, role, hasApp, isSuspended, sessions }) => {
        const factor = hasApp ? `authenticator app${isSuspended ? ", suspended" : ""}` : "no second factor";
        return `${address}  ${role}  ${factor}  sessions: ${sessions}`;
      });
    }
    if ((command !== "reset-factors" && command !== "end-sessions") || email === undefined) return null;
    const member = await findMemberByEmail(db, emailKey(email));
    if (member === undefined) throw new Error(`no member signs in with ${email}`);
    const audit = createAuditService({ db, log, secret: "" });
    const ended = await db.transaction(async (tx) => {
      const at = new Date();
      if (command === "reset-factors") await resetFactors(tx, member.id, at);
      const event = { type: "operator-command", data: { command, name: member.name } } as const;
      await audit.record(tx, { at, actorId: null, memberId: member.id, event });
      return await deleteSessionsOf(tx, member.id);
    });
    const removed = command === "reset-factors" ? ["The second factor and the recovery codes are removed."] : [];
    return [...removed, `Sessions ended: ${ended}.`];
  } finally {
    await close();
  }
}
