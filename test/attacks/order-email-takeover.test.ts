import { rm } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { EMAIL_CHANGE_MESSAGES } from "#contract/email-changes/messages.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { downloads, emailChanges, mails, memberNotices, visitorGrants } from "#server/platform/db/schema.ts";
import { emailStory, NEW, OLD } from "../support/email-changes.ts";
import { captureLog } from "../support/log-capture.ts";
import { eventTypesOf, put } from "../support/orders.ts";
import { emailOf, startTestProgram, type TestProgram } from "../support/test-program.ts";
import { SOON } from "../support/wait-limits.ts";
import { makeWebRoot } from "../support/web-root.ts";

/** The e-mail address opens an order: an attacker wants it changed to theirs, or to keep what the old one opened. */
let program: TestProgram;
let webRoot: string;
const logged = captureLog();
beforeAll(async () => {
  webRoot = await makeWebRoot();
  program = await startTestProgram({ webRoot, log: logged.log });
});
afterAll(async () => {
  await program.stop();
  await rm(webRoot, { recursive: true });
});
beforeEach(async () => {
  await program.database.pool.query("delete from rate_limits");
});

const OWN = { "sec-fetch-site": "same-origin" };
const page = (path: string, init: RequestInit = {}) => fetch(program.address + path, { redirect: "manual", ...init });
const press = (path: string, headers: Record<string, string> = OWN) =>
  page(path, { method: "POST", body: new URLSearchParams(), headers });

describe("the page of a mailed link", () => {
  it("changes nothing when it is opened, by a person or a scanner, and everything when its button is pressed", async () => {
    const story = await emailStory(program);
    await story.ask();
    const path = `/confirm-email/${await story.token("email-confirm")}`;
    // The outbox writes events, too.
    await story.allWritten();
    const events = await eventTypesOf(program, story.orderId);
    for (const method of ["GET", "HEAD", "GET"]) expect((await page(path, { method })).status).toBe(200);
    expect([(await story.row()).email, await eventTypesOf(program, story.orderId)]).toEqual([OLD, events]);
    const pressed = await press(path);
    expect([pressed.status, pressed.headers.get("location")]).toEqual([303, "/confirm-email/done"]);
    expect((await story.row()).email).toBe(NEW);
    const contest = await press(`/contest-email/${await story.token("email-asked")}`);
    expect([contest.status, contest.headers.get("location")]).toEqual([303, "/contest-email/done"]);
  });

  it("accepts its form from our own page only", async () => {
    const story = await emailStory(program);
    await story.ask();
    const path = `/confirm-email/${await story.token("email-confirm")}`;
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://elsewhere.example" }]) {
      expect((await press(path, headers)).status).toBe(403);
    }
    expect((await story.row()).email).toBe(OLD);
  });

  it("leaves its token neither to a referrer nor to a cache or log", async () => {
    const story = await emailStory(program);
    await story.ask();
    const tokens = [await story.token("email-confirm"), await story.token("email-asked")];
    for (const path of [`/contest-email/${tokens[1]}`, `/confirm-email/${tokens[0]}`]) {
      const shown = await page(path);
      expect(shown.headers.get("referrer-policy")).toBe("strict-origin");
      expect(shown.headers.get("cache-control")).toBe("no-store");
      await press(path, { "sec-fetch-site": "cross-site" });
      await press(path);
    }
    await story.allWritten();
    expect(logged.text()).toContain("/confirm-email/:token");
    for (const secret of [...tokens, OLD, NEW]) expect(logged.text()).not.toContain(secret);
  });
});

describe("a guessed token", () => {
  it("gets one answer, whatever is wrong with it", async () => {
    const story = await emailStory(program);
    await story.ask();
    const [confirm, contest] = [await story.token("email-confirm"), await story.token("email-asked")];
    await story.resolve(true);
    const bad = ["", "x", "done", "A".repeat(43), confirm, contest, `${confirm} `];
    for (const call of ["front/confirm-email", "front/contest-email"]) {
      for (const token of bad) {
        const { code, body } = await story.post(call, { token });
        expect([code, body.code, body.message]).toEqual([404, "not_found", VISITOR_MESSAGES.emailLinkInvalid]);
      }
    }
    // Of the other link.
    const other = await emailStory(program);
    await other.ask();
    const swapped = await other.post("front/confirm-email", { token: await other.token("email-asked") });
    expect(swapped.code).toBe(404);
  });

  it("is refused after twenty tries from a network, and right ones don't count", async () => {
    const guess = async () => (await fetchGuess()).status;
    const fetchGuess = () =>
      page("/api/front/contest-email", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token: "A".repeat(43) }),
      });
    for (let n = 0; n < 3; n += 1) {
      const story = await emailStory(program);
      await story.ask();
      expect((await story.contest()).code).toBe(200);
    }
    const codes: number[] = [];
    for (let n = 0; n < 22; n += 1) codes.push(await guess());
    expect(codes).toEqual([...Array(20).fill(404), 429, 429]);
    expect((await press(`/confirm-email/${"A".repeat(43)}`)).status).toBe(429);
  });
});

describe("what is stored", () => {
  it("holds no token, so that neither staff who read a mail nor a copy of the database can confirm", async () => {
    const story = await emailStory(program);
    await story.ask();
    const [confirm, contest] = [await story.token("email-confirm"), await story.token("email-asked")];
    await story.allWritten();
    const [mail] = await story.mails();
    const read = await fetch(`${program.address}/api/admin/mail-content/${mail?.id}`, {
      headers: { authorization: story.manager },
    });
    const content = await read.text();
    expect(content).toContain("/confirm-email/token-is-not-kept");
    const dump = await program.db.execute(sql`
      select (select json_agg(m)::text from mails m) || (select json_agg(c)::text from email_changes c)
        || (select json_agg(j.data)::text from pgboss.job j) || (select json_agg(p.data)::text from order_event_payloads p) as all`);
    for (const token of [confirm, contest]) {
      expect(content).not.toContain(token);
      expect(JSON.stringify(dump.rows)).not.toContain(token);
    }
  });
});

describe("a contested change", () => {
  type Story = Awaited<ReturnType<typeof emailStory>>;
  const track = (story: Story, email: string) =>
    story.post("front/track-order", { orderId: String(story.orderId), email });
  const cookieOf = ({ headers }: { headers: Headers }) =>
    headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  const fileOf = ({ orderId }: Story) => `/uploads/docs/${orderId}_arrival-card-v1.pdf`;
  async function confirmed() {
    const story = await emailStory(program);
    await story.upload(OLD);
    await story.allWritten();
    await story.ask();
    await story.confirm();
    return story;
  }

  it("is not decided by the member who asked for it, and each Admin is told of it", async () => {
    const story = await confirmed();
    const notices = async () =>
      (await program.db.select().from(memberNotices)).filter(
        ({ kind, facts }) => kind === "email-contested" && JSON.stringify(facts).includes(String(story.orderId)),
      );
    expect(await notices()).toEqual([]);
    await story.contest();
    expect(await notices()).toEqual([
      expect.objectContaining({
        recipient: emailOf("Admin"),
        facts: { order: story.orderId, asked_by: "Manager Member", is_open: true },
      }),
    ]);
    const before = await story.row();
    for (const restore of [false, true]) {
      const { code, body } = await story.resolve(restore, story.manager);
      expect([code, body.code, body.message]).toEqual([403, "forbidden", EMAIL_CHANGE_MESSAGES.emailChangeOwn]);
    }
    expect([await story.row(), (await story.change())?.resolvedAt]).toEqual([before, null]);
    expect((await story.resolve(false)).code).toBe(200);
  });

  it("is not decided by the member who asked for a later change either", async () => {
    const story = await confirmed();
    const admin = await program.signIn("Admin");
    const first = await story.token("email-asked");
    expect((await story.ask({ email: "third@else.example" }, admin)).code).toBe(200);
    expect((await story.confirm()).code).toBe(200);
    expect((await story.post("front/contest-email", { token: first })).code).toBe(200);
    expect((await story.resolve(false, admin)).code).toBe(403);
    expect((await story.resolve(false, story.manager)).code).toBe(403);
  });

  it("lets neither address open the order or its file until it is decided", async () => {
    const story = await confirmed();
    expect((await track(story, NEW)).code).toBe(200);
    expect((await story.contest()).code).toBe(200);
    for (const email of [OLD, NEW]) {
      const { code, body, headers } = await track(story, email);
      expect([code, body.message, headers.getSetCookie()]).toEqual([404, VISITOR_MESSAGES.trackNotFound, []]);
    }
    expect((await story.resolve(true)).code).toBe(200);
    expect((await track(story, NEW)).code).toBe(404);
    const owner = await track(story, OLD);
    expect(owner.code).toBe(200);
    expect((await page(fileOf(story), { headers: { cookie: cookieOf(owner) } })).status).toBe(200);
  });

  it("closes the history and the file to a page that is open, and counts nothing", async () => {
    const story = await confirmed();
    const open = await story.track(NEW);
    const cookie = cookieOf(await track(story, NEW));
    expect([(await open.history()).code, (await page(fileOf(story), { headers: { cookie } })).status]).toEqual([
      200, 200,
    ]);
    const counted = async () => await program.db.$count(downloads, eq(downloads.orderId, story.orderId));
    const before = await counted();
    // Not by the objection itself, which also ends the grants.
    await program.db
      .update(emailChanges)
      .set({ contestedAt: new Date() })
      .where(eq(emailChanges.orderId, story.orderId));
    expect([(await open.history()).code, (await page(fileOf(story), { headers: { cookie } })).status]).toEqual([
      404, 404,
    ]);
    expect(await counted()).toBe(before);
  });

  it("opens nothing to a visit that waited for the objection", async () => {
    const story = await emailStory(program);
    await story.ask();
    await story.confirm();
    const someoneWaits = sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const visiting = await program.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from orders where id = ${story.orderId} for no key update`);
      const visit = story.track(NEW);
      await vi.waitFor(async () => expect((await program.db.execute(someoneWaits)).rows).not.toEqual([]), SOON);
      await tx.execute(sql`update email_changes set contested_at = now() where order_id = ${story.orderId}`);
      return { visit };
    });
    expect((await visiting.visit).code).toBe(404);
    expect(await program.db.$count(visitorGrants, eq(visitorGrants.orderId, story.orderId))).toBe(0);
  });
});

describe("the pair of order id and old address", () => {
  it("opens nothing once a visit that it began waits for a change in progress", async () => {
    const story = await emailStory(program);
    await story.ask();
    const someoneWaits = sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    // The order is held as a change holds it, so that the visit is checked before and granted after.
    const visiting = await program.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from orders where id = ${story.orderId} for no key update`);
      const visit = story.track(OLD);
      await vi.waitFor(async () => expect((await program.db.execute(someoneWaits)).rows).not.toEqual([]), SOON);
      await tx.execute(
        sql`update orders set email = ${NEW}, email_key = ${NEW.toLowerCase()} where id = ${story.orderId}`,
      );
      return { visit };
    });
    expect((await visiting.visit).code).toBe(404);
    expect(await program.db.$count(visitorGrants, eq(visitorGrants.orderId, story.orderId))).toBe(0);
  });

  it("downloads nothing with the link that was open", async () => {
    const story = await emailStory(program);
    await story.upload(OLD);
    await story.allWritten();
    const tracked = await story.post("front/track-order", { orderId: String(story.orderId), email: OLD });
    const cookie = tracked.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const file = `/uploads/docs/${story.orderId}_arrival-card-v1.pdf`;
    expect((await page(file, { headers: { cookie } })).status).toBe(200);
    await story.ask();
    await story.confirm();
    expect((await page(file, { headers: { cookie } })).status).toBe(404);
  });

  it("gets no mail that was queued for it", async () => {
    const story = await emailStory(program);
    await story.upload(OLD);
    await story.allWritten();
    // As if the provider had been down since.
    const [sent] = await story.mails();
    await program.db
      .update(mails)
      .set({ state: "queued", dueAt: new Date(Date.now() + 3_600_000) })
      .where(eq(mails.id, sent?.id ?? 0));
    await story.ask();
    await story.confirm();
    expect((await story.mails())[0]).toMatchObject({ state: "cancelled", dueAt: null });
    await put(program, story.manager, "move-order-status", { orderId: story.orderId, updatingStatus: "Awaiting" });
  });

  it("gets no mail whose attempt was under way, when that failed and is tried again", async () => {
    const story = await emailStory(program);
    await story.upload(OLD);
    await story.allWritten();
    await story.ask();
    await story.allWritten();
    await story.confirm();
    const [sent] = await story.mails();
    await program.db
      .update(mails)
      .set({ state: "queued", dueAt: new Date(), acceptedAt: null })
      .where(eq(mails.id, sent?.id ?? 0));
    // The next mail's job makes the outbox look for due ones.
    await story.upload(NEW);
    await story.allWritten();
    expect((await story.mails())[0]).toMatchObject({
      state: "failed",
      error: "The order's e-mail address was changed after this mail was queued.",
    });
  });
});
