import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { documents, orders } from "#server/platform/db/schema.ts";
import { type EmailStory, emailStory, NEW, OLD } from "#test/support/email-changes.ts";
import { brokenEvents, eventTypesOf, put } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { SOON } from "#test/support/wait-limits.ts";

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(async () => {
  expect(await brokenEvents(program)).toEqual([]);
  await program.stop();
});

const waiting = async () =>
  (
    await program.db.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows.length;

/** Starts the calls one after the other while the order is held: each waits for the lock in this sequence. */
async function inSequence(story: EmailStory, ...calls: (() => Promise<{ code: number }>)[]): Promise<number[]> {
  // The outbox must not be among those who wait.
  await story.allWritten();
  const started = await program.db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, story.orderId)).for("no key update");
    const running: Promise<{ code: number }>[] = [];
    for (const start of calls) {
      running.push(start());
      await vi.waitFor(async () => expect(await waiting()).toBe(running.length), SOON);
    }
    return { running };
  });
  return (await Promise.all(started.running)).map(({ code }) => code);
}

it("admits one of two changes at once", async () => {
  const story = await emailStory(program);
  const admin = await program.signIn("Admin");
  const codes = await Promise.all([story.ask(), story.ask({ email: "third@else.example" }, admin)]);
  expect(codes.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(codes.find(({ code }) => code === 409)?.body.code).toBe("conflict_version");
});

it("confirms once of two presses at once", async () => {
  const story = await emailStory(program);
  await story.ask();
  const token = await story.token("email-confirm");
  const press = () => story.post("front/confirm-email", { token });
  expect(await inSequence(story, press, press)).toEqual([200, 200]);
  expect((await story.row()).factsVersion).toBe(2);
  expect((await story.mails()).filter(({ kind }) => kind === "email-changed")).toHaveLength(2);
});

it("settles a confirmation and an objection at once by who comes first", async () => {
  const first = await emailStory(program);
  await first.ask();
  expect(await inSequence(first, first.confirm, first.contest)).toEqual([200, 200]);
  expect((await first.change())?.resolvedAt).toBeNull();
  const second = await emailStory(program);
  await second.ask();
  expect(await inSequence(second, second.contest, second.confirm)).toEqual([200, 404]);
  expect((await second.row()).email).toBe(OLD);
});

it("refuses an upload whose mail was prepared for the former address, and stores nothing", async () => {
  const story = await emailStory(program);
  await story.ask();
  expect(await inSequence(story, story.confirm, () => story.upload(OLD))).toEqual([200, 409]);
  expect(await program.db.$count(documents, eq(documents.orderId, story.orderId))).toBe(0);
  const again = await story.upload(OLD);
  expect([again.code, again.body.message]).toEqual([422, DOCUMENT_MESSAGES.reasonRequired]);
});

it("lets an upload that comes first go to the former address, or cancels its mail", async () => {
  const story = await emailStory(program);
  await story.ask();
  await story.allWritten();
  expect(await inSequence(story, () => story.upload(OLD), story.confirm)).toEqual([200, 200]);
  await story.allWritten();
  const card = (await story.mails()).find(({ kind }) => kind === "document");
  // Sent before the change, or cancelled or refused by it: never sent afterwards.
  expect(["written", "cancelled", "failed"]).toContain(card?.state);
  const types = await eventTypesOf(program, story.orderId);
  if (card?.state === "written") expect(types).toContain("mail-accepted");
});

it("lets a move and a confirmation at once both happen", async () => {
  const story = await emailStory(program);
  await story.ask();
  const move = () =>
    put(program, story.manager, "move-order-status", { orderId: story.orderId, updatingStatus: "Awaiting" });
  expect(await inSequence(story, story.confirm, move)).toEqual([200, 200]);
  expect(await story.row()).toMatchObject({ email: NEW, status: "Awaiting" });
});

it("refuses a confirmation, an objection and a decision while the order is purged", async () => {
  const story = await emailStory(program);
  await story.ask();
  const admin = await program.signIn("Admin");
  const [confirm, contest] = [await story.token("email-confirm"), await story.token("email-asked")];
  await put(program, story.manager, "move-order-status", { orderId: story.orderId, updatingStatus: "Deleted" });
  const purge = () =>
    put(program, admin, "change-order-status", {
      orderId: [story.orderId],
      updatingStatus: "Deleted",
      permanentDeletedFlag: true,
    });
  const codes = await inSequence(
    story,
    purge,
    () => story.post("front/confirm-email", { token: confirm }),
    () => story.post("front/contest-email", { token: contest }),
    () => story.resolve(true),
  );
  expect(codes).toEqual([200, 404, 404, 404]);
});
