import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CORRECTION_MESSAGES } from "#contract/corrections/messages.ts";
import { EMAIL_CHANGE_MESSAGES, proofMissingMessage } from "#contract/email-changes/messages.ts";
import { BLOCK_MESSAGES } from "#contract/mail/mail.ts";
import { timelineSentence } from "#contract/timeline/timeline.ts";
import { emailChanges, suppressions } from "#server/platform/db/schema.ts";
import { type EmailStory, emailStory, NEW, OLD } from "#test/support/email-changes.ts";
import { brokenEvents, eventTypesOf, orderDetails, put } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

const HOUR_MS = 3_600_000;
const later = (id: number, column: "expires_at" | "confirmed_at", ms: number) =>
  program.db.execute(
    sql`update email_changes set ${sql.identifier(column)} = ${new Date(Date.now() + ms).toISOString()}::timestamptz where id = ${id}`,
  );
const ofState = async (story: EmailStory, state: string) =>
  (await story.mails()).filter((mail) => mail.state === state).map(({ kind, toAddress }) => `${kind} ${toAddress}`);

/** The mails of an order as they were written, decoded. */
async function writtenMails(story: EmailStory): Promise<string[]> {
  await story.allWritten();
  const ids = (await story.mails()).map(({ id }) => id);
  const folder = path.join(program.dataDir, "mail");
  const names = (await readdir(folder)).filter((name) => ids.includes(Number.parseInt(name, 10)));
  return await Promise.all(
    names
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
      .map(async (name) =>
        (await readFile(path.join(folder, name), "utf8")).replaceAll("=\r\n", "").replaceAll("=3D", "="),
      ),
  );
}

describe("asking for another email", () => {
  it("changes nothing until the new address has confirmed it", async () => {
    const story = await emailStory(program);
    const before = await story.row();
    const search = await story.searchText();
    const { code, body } = await story.ask();
    expect([code, body.message]).toEqual([200, EMAIL_CHANGE_MESSAGES.emailChangeAsked]);
    expect(body.data).toMatchObject({ state: "pending", old_email: OLD, new_email: NEW, asked_by: "Manager Member" });
    expect(await story.row()).toEqual(before);
    expect(await story.searchText()).toBe(search);
    expect((await story.track(OLD)).code).toBe(200);
    expect((await story.track(NEW)).code).toBe(404);
    const { email_change, email } = await orderDetails(program, story.manager, story.orderId);
    expect([email_change?.state, email]).toEqual(["pending", OLD]);
  });

  it("mails the link to the new address, and to the old one who asked for what, masked", async () => {
    const story = await emailStory(program);
    await story.ask();
    const [confirm = "", asked = "", ...rest] = await writtenMails(story);
    expect(rest).toEqual([]);
    expect(confirm).toMatch(new RegExp(`^To: ${NEW}`, "m"));
    expect(confirm).toContain(`/confirm-email/${await story.token("email-confirm")}`);
    expect(asked).toMatch(new RegExp(`^To: ${OLD}`, "m"));
    expect(asked).toContain(`/contest-email/${await story.token("email-asked")}`);
    expect(asked).toContain("N***@else.example");
    expect(asked).not.toContain(NEW);
  });

  it("does not mail an old address that is blocked", async () => {
    const email = "dead.box@mail.example";
    const story = await emailStory(program, { email });
    await program.db.insert(suppressions).values({ emailKey: email, reason: "bounced", createdAt: new Date() });
    expect((await story.ask()).code).toBe(200);
    expect((await story.mails()).map(({ kind }) => kind)).toEqual(["email-confirm"]);
    await story.confirm();
    expect((await story.mails()).slice(1).map(({ kind, toAddress }) => [kind, toAddress])).toEqual([
      ["email-changed", NEW],
    ]);
  });

  it.each([
    ["the same address", { email: OLD.toUpperCase() }, 422, EMAIL_CHANGE_MESSAGES.emailChangeSame],
    ["no address", { email: "" }, 400, EMAIL_CHANGE_MESSAGES.emailChangeRequired],
    ["a malformed address", { email: "new owner@else" }, 400, EMAIL_CHANGE_MESSAGES.emailChangeInvalid],
    ["a blocked address", { email: "Blocked@else.example" }, 422, BLOCK_MESSAGES.complained],
    ["one fact", { proof: ["amount"] }, 400, EMAIL_CHANGE_MESSAGES.emailChangeProofs],
    ["one fact twice", { proof: ["amount", "amount"] }, 400, EMAIL_CHANGE_MESSAGES.emailChangeProofs],
    ["an unknown fact", { proof: ["amount", "shoe_size"] }, 400, undefined],
    [
      "a fact that the order lacks",
      { proof: ["amount", "card_last4"] },
      422,
      proofMissingMessage("Last four digits of the card"),
    ],
    ["no reason", { reason: " " }, 400, EMAIL_CHANGE_MESSAGES.emailChangeReasonRequired],
    ["a long reason", { reason: "x".repeat(501) }, 400, "At most 500 characters."],
    ["no facts version", { factsVersion: undefined }, 400, EMAIL_CHANGE_MESSAGES.factsVersionRequired],
    ["an old facts version", { factsVersion: 7 }, 409, CORRECTION_MESSAGES.correctionOtherVersion],
  ])("is refused with %s, and nothing is written", async (_what, body, code, message) => {
    await program.db
      .insert(suppressions)
      .values({ emailKey: "blocked@else.example", reason: "complained", createdAt: new Date() })
      .onConflictDoNothing();
    const story = await emailStory(program);
    const answer = await story.ask(body);
    expect(answer.code, answer.body.message).toBe(code);
    if (message !== undefined) expect(answer.body.message).toBe(message);
    expect([await story.change(), await story.mails()]).toEqual([undefined, []]);
    expect(await eventTypesOf(program, story.orderId)).toEqual(["created"]);
  });

  it("is refused for a deleted and an unknown order", async () => {
    const story = await emailStory(program);
    await put(program, story.manager, "move-order-status", { orderId: story.orderId, updatingStatus: "Deleted" });
    expect((await story.ask()).body.message).toBe(EMAIL_CHANGE_MESSAGES.emailChangeDeleted);
    expect((await story.ask({ orderId: 99_999_999 })).code).toBe(404);
  });

  it("is refused when the facts were corrected since, and names who did it", async () => {
    const story = await emailStory(program);
    const { factsVersion } = await story.row();
    const corrected = await story.post(
      "admin/correct-order",
      { orderId: story.orderId, factsVersion, fields: { flight_number: "UL 504" }, reason: "Mistyped" },
      await program.signIn("Team"),
    );
    expect(corrected.code, corrected.body.message).toBe(200);
    const refused = await story.ask({ factsVersion });
    expect([refused.code, refused.body.code]).toEqual([409, "conflict_version"]);
    expect(refused.body.message).toMatch(/^Team Member corrected this order at /);
  });

  it("is refused while another change is open, and possible again once its link has expired", async () => {
    const story = await emailStory(program);
    await story.ask();
    const refused = await story.ask({ email: "third@else.example" });
    expect([refused.code, refused.body.code]).toEqual([409, "conflict_version"]);
    expect(refused.body.message).toMatch(/^Manager Member asked for a change of this email at /);
    await later((await story.change())?.id ?? 0, "expires_at", -1);
    expect((await story.ask({ email: "third@else.example" })).code).toBe(200);
  });
});

describe("confirming the new email", () => {
  it("changes the address, its key, the search text and the version of the facts, and ends all access", async () => {
    const story = await emailStory(program);
    await story.ask();
    const visit = await story.track(OLD);
    expect((await visit.history()).code).toBe(200);
    const before = await story.row();
    const { code, body } = await story.confirm();
    expect([code, body.message]).toEqual([200, EMAIL_CHANGE_MESSAGES.emailConfirmed]);
    expect(await story.row()).toEqual({
      ...before,
      email: NEW,
      emailKey: NEW.toLowerCase(),
      factsVersion: before.factsVersion + 1,
    });
    expect(await story.searchText()).toContain(NEW.toLowerCase());
    expect(await story.searchText()).not.toContain(OLD.toLowerCase());
    expect((await visit.history()).code).toBe(401);
    expect((await story.track(OLD)).code).toBe(404);
    expect((await story.track(NEW)).code).toBe(200);
    const { email_change, submitted } = await orderDetails(program, story.manager, story.orderId);
    expect([email_change, submitted?.email]).toEqual([null, OLD]);
  });

  it("notifies both addresses, each with the new one masked", async () => {
    const story = await emailStory(program);
    await story.ask();
    // A confirmation cancels what still waits for the old address.
    await story.allWritten();
    await story.confirm();
    const [toOld = "", toNew = ""] = (await writtenMails(story)).slice(2);
    expect(toOld).toMatch(new RegExp(`^To: ${OLD}`, "m"));
    expect(toOld).toContain(`/contest-email/${await story.token("email-asked")}`);
    expect(toNew).toMatch(new RegExp(`^To: ${NEW}`, "m"));
    expect(toNew).not.toContain("/contest-email/");
    for (const mail of [toOld, toNew]) expect(mail).toContain("N***@else.example");
  });

  it("works once, within 72 hours", async () => {
    const story = await emailStory(program);
    await story.ask();
    const { askedAt, expiresAt, id } = (await story.change()) ?? {
      askedAt: new Date(0),
      expiresAt: new Date(0),
      id: 0,
    };
    expect(expiresAt.getTime() - askedAt.getTime()).toBe(72 * HOUR_MS);
    await later(id, "expires_at", -1);
    expect((await story.confirm()).code).toBe(404);
    expect((await story.row()).email).toBe(OLD);
    await later(id, "expires_at", HOUR_MS);
    expect((await story.confirm()).code).toBe(200);
    // A second press of the button answers the same and does nothing.
    const mailed = (await story.mails()).length;
    expect((await story.confirm()).code).toBe(200);
    expect([(await story.row()).factsVersion, (await story.mails()).length]).toEqual([2, mailed]);
  });

  it("is refused for an order that was deleted in the meantime", async () => {
    const story = await emailStory(program);
    await story.ask();
    await put(program, story.manager, "move-order-status", { orderId: story.orderId, updatingStatus: "Deleted" });
    expect((await story.confirm()).code).toBe(404);
    expect((await story.row()).email).toBe(OLD);
  });
});

describe("contesting a change", () => {
  it("cancels a pending one", async () => {
    const story = await emailStory(program);
    await story.ask();
    const { code, body } = await story.contest();
    expect([code, body.message]).toEqual([200, EMAIL_CHANGE_MESSAGES.emailContested]);
    await story.allWritten();
    const events = await eventTypesOf(program, story.orderId);
    expect((await story.contest()).code).toBe(200);
    expect(await eventTypesOf(program, story.orderId)).toEqual(events);
    expect((await story.confirm()).code).toBe(404);
    expect((await story.row()).email).toBe(OLD);
    expect((await orderDetails(program, story.manager, story.orderId)).email_change).toBeNull();
    expect((await story.ask()).code).toBe(200);
  });

  it("holds all mail of a confirmed one, untried, and ends access until a Manager keeps the new address", async () => {
    const story = await emailStory(program);
    await story.ask();
    await story.confirm();
    await story.allWritten();
    const visit = await story.track(NEW);
    expect((await story.contest("email-changed")).code).toBe(200);
    expect((await visit.history()).code).toBe(401);
    expect((await story.upload(NEW)).code).toBe(200);
    // A mail of another order that leaves shows that the outbox has run.
    const other = await emailStory(program);
    await other.upload(OLD);
    await other.allWritten();
    expect((await story.mails()).at(-1)).toMatchObject({ kind: "document", state: "queued", attempts: 0 });
    // Nothing is wrong with the outbox.
    expect(await (await fetch(`${program.address}/metrics`)).text()).toMatch(/mails_waiting\{.*state="queued".*\} 0/);
    expect((await orderDetails(program, story.manager, story.orderId)).email_change?.state).toBe("contested");
    expect((await story.ask({ email: "third@else.example" })).body.message).toMatch(/was contested/);

    const { code, body } = await story.resolve(false);
    expect([code, body.message]).toEqual([200, EMAIL_CHANGE_MESSAGES.emailChangeKept]);
    await story.allWritten();
    expect((await story.mails()).at(-1)).toMatchObject({ kind: "document", state: "written", toAddress: NEW });
    expect((await story.row()).email).toBe(NEW);
    expect((await story.contest("email-changed")).code).toBe(404);
  });

  it("lets a Manager restore the old address, which cancels what waits for the new one", async () => {
    const story = await emailStory(program);
    await story.ask();
    // A confirmation cancels what waits for the old address, also the mail that asked.
    await story.allWritten();
    await story.confirm();
    await story.allWritten();
    await story.contest("email-asked");
    await story.upload(NEW);
    const { factsVersion } = await story.row();
    const { code, body } = await story.resolve(true);
    expect([code, body.message]).toEqual([200, EMAIL_CHANGE_MESSAGES.emailChangeRestored]);
    expect(body.data).toEqual({ order_id: story.orderId, email: OLD });
    expect(await story.row()).toMatchObject({
      email: OLD,
      emailKey: OLD.toLowerCase(),
      factsVersion: factsVersion + 1,
    });
    expect(await ofState(story, "cancelled")).toEqual([`document ${NEW}`]);
    expect((await story.track(NEW)).code).toBe(404);
    expect((await story.track(OLD)).code).toBe(200);
  });

  it("works until seven days after the confirmation", async () => {
    const story = await emailStory(program);
    await story.ask();
    await story.confirm();
    const id = (await story.change())?.id ?? 0;
    await later(id, "confirmed_at", -7 * 24 * HOUR_MS - 1000);
    expect((await story.contest()).code).toBe(404);
    await later(id, "confirmed_at", -7 * 24 * HOUR_MS + 60_000);
    expect((await story.contest()).code).toBe(200);
  });

  it("also cancels a newer change that is pending", async () => {
    const story = await emailStory(program);
    await story.ask();
    await story.confirm();
    expect((await story.ask({ email: "third@else.example" })).code).toBe(200);
    expect((await story.contest("email-changed")).code).toBe(200);
    expect((await story.confirm()).code).toBe(404);
    expect((await story.row()).email).toBe(NEW);
  });
});

describe("resolving a change", () => {
  it("cancels a pending one, but can't keep what nobody confirmed", async () => {
    const story = await emailStory(program);
    expect((await story.resolve(true)).body.message).toBe(EMAIL_CHANGE_MESSAGES.emailChangeNone);
    await story.ask();
    const kept = await story.resolve(false);
    expect([kept.code, kept.body.message]).toEqual([422, EMAIL_CHANGE_MESSAGES.emailChangeUnconfirmed]);
    const { code, body } = await story.resolve(true);
    expect([code, body.message]).toEqual([200, EMAIL_CHANGE_MESSAGES.emailChangeCancelled]);
    expect((await story.confirm()).code).toBe(404);
    expect((await story.contest()).code).toBe(404);
  });

  it("is a right of Admins and Managers, as is asking", async () => {
    const story = await emailStory(program);
    for (const role of ["Team", "Telecaller", "Night Staff"] as const) {
      const token = await program.signIn(role);
      expect([(await story.ask({}, token)).code, (await story.resolve(true, token)).code]).toEqual([403, 403]);
    }
    const admin = await program.signIn("Admin");
    expect([(await story.ask({}, admin)).code, (await story.resolve(true, admin)).code]).toEqual([200, 200]);
  });
});

describe("the record of a change", () => {
  it("is in the timeline with masked addresses, in an intact chain", async () => {
    const story = await emailStory(program);
    await story.ask();
    await story.confirm();
    await story.contest();
    await story.resolve(true);
    const { timeline } = await orderDetails(program, story.manager, story.orderId);
    const about = timeline.filter(({ type }) => type.startsWith("email-"));
    expect(about.map(({ type, actor }) => [type, actor?.name ?? null])).toEqual([
      ["email-change-asked", "Manager Member"],
      ["email-changed", null],
      ["email-change-contested", null],
      ["email-change-resolved", "Admin Member"],
    ]);
    const said = timeline.map(timelineSentence).join("\n");
    expect(said).toContain("from O***@mail.example to N***@else.example (Mistyped at the checkout)");
    expect(said).toContain("the caller named: passport number, amount paid");
    for (const email of [OLD, NEW]) expect(JSON.stringify(timeline)).not.toContain(email);
    expect(await brokenEvents(program)).toEqual([]);
  });

  it("is erased with the order", async () => {
    const story = await emailStory(program);
    await story.ask();
    await put(program, story.manager, "move-order-status", { orderId: story.orderId, updatingStatus: "Deleted" });
    const purged = await put(program, await program.signIn("Admin"), "change-order-status", {
      orderId: [story.orderId],
      updatingStatus: "Deleted",
      permanentDeletedFlag: true,
    });
    expect(purged.code).toBe(200);
    expect(await program.db.$count(emailChanges, eq(emailChanges.orderId, story.orderId))).toBe(0);
  });
});
