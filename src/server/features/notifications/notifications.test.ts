import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { TeamMember } from "#contract/team/team.ts";
import { memberNotices } from "#server/platform/db/schema.ts";
import { call } from "#test/support/client.ts";
import { type SmtpPeer, startSmtpPeer } from "#test/support/smtp-peer.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const SOON = { timeout: 20_000, interval: 20 };
const DAY = 86_400_000;

let peer: SmtpPeer;
let program: TestProgram;
let clock = Date.UTC(2026, 4, 1, 8);
let admin: string;
let device = "";
let added = 0;

beforeAll(async () => {
  peer = await startSmtpPeer();
  program = await startTestProgram({
    now: () => new Date(clock),
    services: { mailSchedule: { pausesMs: [100] } },
    environment: { SMTP_URL: peer.url, PUBLIC_URL: "https://desk.example" },
  });
});
afterAll(async () => {
  await program.stop();
  await peer.close();
});
beforeEach(async () => {
  clock += DAY;
  peer.behave("accept");
  peer.accepted.length = 0;
  const body = { email: "admin@staff.example", password: "correct horse 7" };
  const answer = await call(program.address, "POST", "/api/admin/admin-login", { body, headers: { cookie: device } });
  // Always the same device: a new one would cause a notification of its own.
  device = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  admin = answer.body.jwtToken as string;
});

async function addMember(): Promise<TeamMember> {
  added += 1;
  const body = { name: "Ann Clerk", email: `ann.${added}@staff.example`, password: "quiet lagoon 4", type: "Team" };
  return (await call<TeamMember>(program.address, "POST", "/api/admin/add-team-member", { token: admin, body })).body
    .data;
}
async function update({ id: tmId, name, email, type }: TeamMember, given: object): Promise<void> {
  const body = { tmId, name, email, type, ...given };
  const { code } = await call(program.address, "POST", "/api/admin/update-team-member", { token: admin, body });
  expect(code).toBe(200);
}
const recipients = () => peer.accepted.map((raw) => /^To: (.+)\r$/m.exec(raw)?.[1]).sort();
const received = (count: number) => vi.waitFor(() => expect(peer.accepted).toHaveLength(count), SOON);
const text = (raw = "") => raw.replaceAll("=\r\n", "");

describe("a member is notified by mail", () => {
  it("of a new password, by whom and when, without a link but to the host", async () => {
    const member = await addMember();
    await update(member, { password: "louder ocean 5" });
    await received(1);
    const mail = text(peer.accepted[0]);
    expect(recipients()).toEqual([member.email]);
    expect(mail).toContain("Subject: Your password was changed");
    expect(mail).toContain("Admin Member set a new password for you on 2026-05-02 at 08:00 UTC.");
    expect(mail).not.toContain("louder ocean");
    const links = [...mail.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);
    expect(new Set(links.filter((link) => link.startsWith("https://desk.example")))).toEqual(
      new Set(["https://desk.example"]),
    );
  });

  it("of a new email at the old and at the new address", async () => {
    const member = await addMember();
    await update(member, { email: "new.address@staff.example" });
    await received(2);
    expect(recipients()).toEqual([member.email, "new.address@staff.example"].sort());
  });

  it("of a new type", async () => {
    await update(await addMember(), { type: "Night Staff" });
    await received(1);
    expect(text(peer.accepted[0])).toContain("Admin Member made you Night Staff");
  });

  it("of nothing when only the name changes, or nothing does", async () => {
    const member = await addMember();
    await update(member, { name: "Ann B. Clerk" });
    await update({ ...member, name: "Ann B. Clerk" }, {});
    expect(await program.db.$count(memberNotices, eq(memberNotices.memberId, member.id))).toBe(0);
  });
});

it("at most five notifications of a kind are sent per day, and the fifth says so", async () => {
  const member = await addMember();
  for (let index = 0; index < 7; index += 1) await update(member, { password: `louder ocean ${index}` });
  await received(5);
  const last = "This is the last mail of this kind today";
  expect(peer.accepted.filter((raw) => text(raw).includes(last))).toHaveLength(1);
  expect(await program.db.$count(memberNotices, eq(memberNotices.memberId, member.id))).toBe(5);
  clock += DAY;
  const body = { email: "admin@staff.example", password: "correct horse 7" };
  const again = await call(program.address, "POST", "/api/admin/admin-login", { body, headers: { cookie: device } });
  admin = again.body.jwtToken as string;
  await update(member, { password: "the next day 8" });
  await received(6);
});

it("a notification is retried until the mail server accepts it, and is sent once", async () => {
  const member = await addMember();
  peer.behave("refuse-sender-for-now");
  await update(member, { type: "Telecaller" });
  await vi.waitFor(async () => {
    const { rows } = await program.database.pool.query(
      "select 1 from pgboss.job where name = 'member-notice' and (data ->> 'tries')::int > 0",
    );
    expect(rows.length).toBeGreaterThan(0);
  }, SOON);
  peer.behave("accept");
  await received(1);
  await vi.waitFor(async () => {
    const [row] = await program.db.select().from(memberNotices).where(eq(memberNotices.memberId, member.id));
    expect(row?.sentAt).toBeInstanceOf(Date);
  }, SOON);
});

it("a notification is a file in the data folder when no mail server is configured", async () => {
  const plain = await startTestProgram();
  try {
    const token = await plain.signIn("Admin");
    const { body } = await call<TeamMember[]>(plain.address, "GET", "/api/admin/get-team-member-list", { token });
    const team = body.data.find(({ type }) => type === "Team");
    await call(plain.address, "POST", "/api/admin/update-team-member", {
      token,
      body: { tmId: team?.id, name: team?.name, email: team?.email, type: "Telecaller" },
    });
    const folder = path.join(plain.dataDir, "mail/member-notices");
    const [name = ""] = await vi.waitFor(async () => {
      const names = (await readdir(folder)).filter((each) => each.endsWith(".eml"));
      expect(names).toHaveLength(1);
      return names;
    }, SOON);
    expect(await readFile(path.join(folder, name), "utf8")).toContain("made you Telecaller");
  } finally {
    await plain.stop();
  }
});
