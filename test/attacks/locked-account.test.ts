import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteUnusedDevices } from "#server/features/auth/known-devices.repository.ts";
import { knownDevices, memberNotices } from "#server/platform/db/schema.ts";
import { type Answer, call } from "../support/client.ts";
import { readResetMails } from "../support/reset-mails.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "../support/test-program.ts";

/** Attackers at several addresses keep an account locked by wrong passwords. */
let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram({ environment: { TRUSTED_PROXIES: "127.0.0.1" } });
});
afterAll(() => program.stop());
beforeEach(async () => void (await program.db.execute(sql`delete from rate_limits`)));

const email = emailOf("Manager");
async function answerTo(path: string, ip: string, body: object, cookie = "") {
  return await call(program.address, "POST", path, { headers: { "x-forwarded-for": ip, cookie }, body });
}
const post = async (path: string, ip: string, body: object) => (await answerTo(path, ip, body)).code;
const signIn = async (ip: string, password: string, cookie = "") =>
  (await answerTo("/api/admin/admin-login", ip, { email, password }, cookie)).code;
const home = "203.0.113.9";
const body = { email, password: TEST_PASSWORD };
const cookieOf = ({ headers }: Answer) => (headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
const signInAsNew = async () => cookieOf(await answerTo("/api/admin/admin-login", home, body));
async function lockByAttackers() {
  for (let n = 0; n < 51; n += 1) await signIn(`198.51.100.${1 + (n % 6)}`, "a wrong one");
}

describe("a device where the member has signed in before", () => {
  const countDevices = () => program.db.$count(knownDevices);

  it("can sign in while attackers keep the account locked, and another one can't", async () => {
    const device = await signInAsNew();
    await lockByAttackers();
    expect(await signIn(home, TEST_PASSWORD)).toBe(429);
    expect(await signIn(home, TEST_PASSWORD, `device=${"A".repeat(22)}`)).toBe(429);
    expect(await signIn(home, TEST_PASSWORD, device)).toBe(200);
  });

  it("has its own ten attempts, which a success restores", async () => {
    const device = await signInAsNew();
    for (let n = 0; n < 10; n += 1) expect(await signIn(home, "a wrong one", device)).toBe(401);
    expect(await signIn(home, TEST_PASSWORD, device)).toBe(429);
    expect(await signIn(home, TEST_PASSWORD)).toBe(200);
    const other = await signInAsNew();
    for (let n = 0; n < 9; n += 1) await signIn(home, "a wrong one", other);
    expect(await signIn(home, TEST_PASSWORD, other)).toBe(200);
    for (let n = 0; n < 10; n += 1) expect(await signIn(home, "a wrong one", other)).toBe(401);
  });

  it("is identified by a cookie that scripts can't read and that grants no access", async () => {
    const answer = await answerTo("/api/admin/admin-login", home, body);
    const [cookie = ""] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^device=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
    const headers = { cookie: cookieOf(answer) };
    expect((await call(program.address, "GET", "/api/user_info", { headers })).code).toBe(401);
    const { rows } = await program.db.execute<{ hash: Buffer }>(sql`select device_hash as hash from known_devices`);
    const digest = createHash("sha256").update(headers.cookie.replace("device=", "")).digest("hex");
    expect(rows.map(({ hash }) => hash.toString("hex"))).toContain(digest);
  });

  it("is known only for members who have signed in there, and keeps its id for a colleague", async () => {
    const device = await signInAsNew();
    const before = await countDevices();
    const colleague = { email: emailOf("Team"), password: TEST_PASSWORD };
    for (let n = 0; n < 51; n += 1) {
      await answerTo("/api/admin/admin-login", `198.51.100.${1 + (n % 6)}`, { ...colleague, password: "a wrong one" });
    }
    expect((await answerTo("/api/admin/admin-login", home, colleague, device)).code).toBe(429);
    await program.db.execute(sql`delete from rate_limits`);
    expect(cookieOf(await answerTo("/api/admin/admin-login", home, colleague, device))).toBe(device);
    expect(await countDevices()).toBe(before + 1);
  });

  it("gets a new id if it sends an unknown one", async () => {
    const planted = `device=${"B".repeat(22)}`;
    expect(cookieOf(await answerTo("/api/admin/admin-login", home, body, planted))).not.toBe(planted);
  });

  it("is reported by mail if it is new and the member has others", async () => {
    const countNotifications = () => program.db.$count(memberNotices, eq(memberNotices.kind, "new-device"));
    const admin = { email: emailOf("Admin"), password: TEST_PASSWORD };
    const first = cookieOf(await answerTo("/api/admin/admin-login", home, admin));
    const before = await countNotifications();
    await answerTo("/api/admin/admin-login", home, admin, first);
    expect(await countNotifications()).toBe(before);
    await answerTo("/api/admin/admin-login", home, admin);
    expect(await countNotifications()).toBe(before + 1);
  });

  it("is deleted after 400 days without a sign-in", async () => {
    await signInAsNew();
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    await deleteUnusedDevices(program.db, inDays(399));
    expect(await countDevices()).toBeGreaterThan(0);
    await deleteUnusedDevices(program.db, inDays(401));
    expect(await countDevices()).toBe(0);
  });
});

it("a member who is signed in can confirm their identity while attackers keep the account locked", async () => {
  const token = await program.signIn("Manager");
  await lockByAttackers();
  expect(await signIn(home, TEST_PASSWORD)).toBe(429);
  const confirmation = { token, body: { password: TEST_PASSWORD } };
  expect((await call(program.address, "POST", "/api/admin/confirm-identity", confirmation)).code).toBe(200);
});

it("a locked-out member can sign in after setting a new password with the mailed link", async () => {
  const device = await signInAsNew();
  for (let n = 0; n < 11; n += 1) await signIn(home, "a wrong one", device);
  await lockByAttackers();
  for (const cookie of ["", device]) expect(await signIn(home, TEST_PASSWORD, cookie)).toBe(429);
  await post("/api/admin/forgot-password", home, { email });
  await expect.poll(() => readResetMails(program.dataDir), { timeout: 60_000 }).toHaveLength(1);
  const [mail] = await readResetMails(program.dataDir);
  const newPassword = "nine violet ostriches";
  expect(await post("/api/admin/reset-password", home, { token: mail?.token, newPassword })).toBe(200);
  for (const cookie of ["", device]) expect(await signIn(home, newPassword, cookie)).toBe(200);
});
