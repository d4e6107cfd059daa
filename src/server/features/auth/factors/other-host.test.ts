import { eq } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { memberPasskeys, members } from "#server/platform/db/schema.ts";
import { captureLog } from "#test/support/log-capture.ts";
import { createTestDatabase } from "#test/support/test-database.ts";
import { addTestMembers, emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const programs: TestProgram[] = [];
afterAll(async () => {
  for (const program of programs) await program.stop();
});

/** What a start at this address logs, with two passkeys of `old.example.com`. */
async function logOfStart(publicUrl: string): Promise<string> {
  const database = await createTestDatabase();
  await addTestMembers(database.db);
  const [member] = await database.db
    .select({ memberId: members.id })
    .from(members)
    .where(eq(members.email, emailOf("Team")));
  const common = { memberId: member?.memberId ?? 0, publicKey: Buffer.from("key"), name: "Laptop", transports: [] };
  const kept = { ...common, counter: 0, aaguid: "", isBackedUp: false, rpId: "old.example.com", addedAt: new Date() };
  await database.db.insert(memberPasskeys).values([
    { ...kept, id: "one" },
    { ...kept, id: "two" },
  ]);
  const { log, text } = captureLog();
  programs.push(await startTestProgram({ database, log, environment: { PUBLIC_URL: publicUrl } }));
  return text();
}

const LINE = "passkeys belong to another host and don't work here";

it("logs at the start how many passkeys a changed host has ended", async () => {
  const line = (await logOfStart("https://new.example.com")).split("\n").find((each) => each.includes(LINE));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ passkeys: 2, host: "new.example.com", level: 40 });
});

it("logs it also where no passkey works", async () => {
  const line = (await logOfStart("https://192.0.2.1")).split("\n").find((each) => each.includes(LINE));
  expect(JSON.parse(line ?? "{}")).toMatchObject({ passkeys: 2, host: null });
});

it("logs nothing at their own host, whatever the port", async () => {
  expect(await logOfStart("https://old.example.com:8443")).not.toContain(LINE);
});
