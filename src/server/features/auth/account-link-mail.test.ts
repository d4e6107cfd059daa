import { Writable } from "node:stream";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import type { Role } from "#contract/roles.ts";
import type { TeamListEntry, TeamMember } from "#contract/team/team.ts";
import { call } from "#test/support/client.ts";
import { readResetMail } from "#test/support/reset-mails.ts";
import { type SmtpPeer, startSmtpPeer } from "#test/support/smtp-peer.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

let peer: SmtpPeer;
let program: TestProgram;
let logged = "";

beforeAll(async () => {
  peer = await startSmtpPeer();
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk);
      done();
    },
  });
  program = await startTestProgram({
    services: { mailSchedule: { pausesMs: [100] } },
    environment: { SMTP_URL: peer.url },
    log: pino({ level: "debug" }, stream),
  });
});
afterAll(async () => {
  await program.stop();
  await peer.close();
});
beforeEach(() => {
  peer.accepted.length = 0;
  logged = "";
});

const waitFor = <T>(look: () => T | Promise<T>) => vi.waitFor(look, SOON);
const post = (path: string, body: unknown) => call(program.address, "POST", `/api/admin/${path}`, { body });
const reset = async (token: string) => {
  const { code, body } = await post("reset-password", { token, newPassword: "another horse 8" });
  return [code, body.message];
};
async function ask(role: Role): Promise<void> {
  expect((await post("forgot-password", { email: emailOf(role) })).code).toBe(200);
}
const failures = () => logged.split("\n").filter((line) => line.includes("a reset link could not be mailed"));

it("tells the team list that an invitation is delayed, sent or refused", async () => {
  const token = await program.signIn("Admin");
  const mailOf = async (memberId: number) => {
    const { body } = await call<TeamListEntry[]>(program.address, "GET", "/api/admin/get-team-member-list", { token });
    return body.data.find(({ id }) => id === memberId)?.invitation_mail;
  };
  const invite = async (email: string) => {
    const person = { name: "New Comer", email, type: "Team" };
    const { body } = await call<TeamMember>(program.address, "POST", "/api/admin/invite-team-member", {
      token,
      body: person,
    });
    return body.data.id;
  };
  peer.behave("refuse-sender-for-now");
  const first = await invite("first@staff.example");
  await waitFor(async () => expect(await mailOf(first)).toBe("delayed"));
  peer.behave("accept");
  await waitFor(async () => expect(await mailOf(first)).toBe("sent"));
  peer.behave("refuse-recipient");
  const second = await invite("second@staff.example");
  await waitFor(async () => expect(await mailOf(second)).toBe("refused"));
  peer.behave("accept");
  await call(program.address, "PUT", "/api/admin/resend-invitation", { token, body: { teamMemberId: second } });
  await waitFor(async () => expect(await mailOf(second)).toBe("sent"));
  const { body } = await call<TeamListEntry[]>(program.address, "GET", "/api/admin/get-team-member-list", { token });
  for (const entry of body.data.filter(({ password }) => password !== "")) {
    expect(entry).not.toHaveProperty("invitation_mail");
  }
});

it("retries after a pause when the mail server is not ready", async () => {
  peer.behave("refuse-sender-for-now");
  await ask("Admin");
  await waitFor(() => expect(failures().length).toBeGreaterThan(1));
  peer.behave("accept");
  await waitFor(() => expect(peer.accepted).toHaveLength(1));
  const { to, token } = readResetMail(peer.accepted[0] ?? "");
  expect(to).toBe(emailOf("Admin"));
  expect(await reset(token)).toEqual([200, AUTH_MESSAGES.passwordReset]);
});

it("creates a new token for a second mail when the first one's outcome is unknown, and the newest works", async () => {
  const bodies = peer.bodies();
  peer.behave("drop-after-body");
  await ask("Manager");
  await waitFor(() => expect(peer.bodies()).toBeGreaterThan(bodies));
  const hash = async () => {
    const { rows } = await program.db.execute<{ hash: string }>(
      sql`select encode(token_hash, 'hex') as hash from account_links order by id desc limit 1`,
    );
    return rows[0]?.hash;
  };
  // Attempts continue in the meantime: a later one creates another token.
  const one = await hash();
  await waitFor(async () => expect(await hash()).not.toBe(one));
  peer.behave("accept");
  await waitFor(() => expect(peer.accepted).toHaveLength(1));
  const newest = readResetMail(peer.accepted[0] ?? "");
  expect(await reset(newest.token)).toEqual([200, AUTH_MESSAGES.passwordReset]);
});

it("gives up when the mail server refuses the address for good", async () => {
  peer.behave("refuse-recipient");
  await ask("Team");
  await waitFor(() => expect(failures()).toHaveLength(1));
  await waitFor(async () => {
    const { rows } = await program.db.execute<{ state: string }>(
      sql`select distinct state::text as state from pgboss.job where name = 'password-reset-mail'`,
    );
    expect(rows).toEqual([{ state: "completed" }]);
  });
  expect(failures()).toHaveLength(1);
  peer.behave("accept");
});

it("logs neither the address nor the token", async () => {
  peer.behave("refuse-sender-for-now");
  await ask("Telecaller");
  await waitFor(() => expect(failures()).not.toEqual([]));
  peer.behave("accept");
  await waitFor(() => expect(peer.accepted).toHaveLength(1));
  const { token } = readResetMail(peer.accepted[0] ?? "");
  expect(await reset(token)).toEqual([200, AUTH_MESSAGES.passwordReset]);
  expect(logged).toContain("resetId");
  for (const secret of [token, emailOf("Telecaller")]) expect(logged).not.toContain(secret);
});
