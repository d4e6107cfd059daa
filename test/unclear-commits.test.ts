// The connection to the database is cut around COMMIT: before it has arrived, or before its answer. Nobody may be told
// that it went well, and whoever looks and repeats gets the thing once.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { type Answer, call, intakeBody } from "./support/client.ts";
import { openRoad, type Road } from "./support/database-road.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { isCommit } from "./support/tcp-proxy.ts";
import { emailOf, INTAKE_KEY, TEST_PASSWORD } from "./support/test-program.ts";

let road: Road;
let token: string;
let orderId: number;
let keys = 0;

beforeAll(async () => {
  road = await openRoad();
});
afterAll(() => road.close());
beforeEach(async () => {
  token = await road.signIn("Team");
  keys += 1;
  orderId = (await takeIn(`order-${keys}`)).body.data.order_id;
});

const takeIn = (key: string) =>
  call<{ order_id: number }>(road.address, "POST", "/api/intake/orders", {
    token: INTAKE_KEY,
    headers: { "idempotency-key": key },
    body: intakeBody({ full_name: key }),
  });
const staff = (method: "PUT" | "POST", name: string, body: unknown) =>
  call(road.address, method, `/api/admin/${name}`, { token, body });
const count = async (statement: string) =>
  (await road.direct.query<{ n: number }>(`select count(*)::int as n from ${statement}`)).rows[0]?.n;

async function upload(): Promise<Answer> {
  const form = new FormData();
  form.set("orderId", String(orderId));
  form.set("email", "traveller@example.com");
  form.set("mailServiceProvider", "AWS");
  form.set("uploadVisaDoc", new Blob([new Uint8Array(plainPdf(`order ${orderId}`))]), "card.pdf");
  const response = await fetch(`${road.address}/api/admin/upload-visa-document`, {
    method: "POST",
    headers: { authorization: token },
    body: form,
  });
  return { code: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] };
}

interface Case {
  what: string;
  /** Done before the cut. */
  prepare?: () => Promise<unknown>;
  send: () => Promise<Answer>;
  /** How often it has been done, seen past the program. */
  done: () => Promise<number | undefined>;
  /** What a repetition gives after a change that stands: the first answer, or a refusal; never a second change. */
  repeated?: { code: number };
  /** The statement that commits by itself; COMMIT unless told. */
  commits?: string;
}

const events = (types: string) => count(`order_events where order_id = ${orderId} and type in (${types})`);
const inStatus = async (status: string) => {
  await road.direct.query(`update orders set status = '${status}' where id = ${orderId}`);
};

const cases: Case[] = [
  {
    what: "a move",
    send: () => staff("PUT", "move-order-status", { orderId, updatingStatus: "Awaiting", version: 1 }),
    done: () => events("'moved'"),
    repeated: { code: 409 },
    commits: "change_order_statuses",
  },
  {
    what: "a move of many",
    send: () =>
      staff("PUT", "change-order-status", { orderId: [{ id: orderId, version: 1 }], updatingStatus: "Awaiting" }),
    done: () => events("'moved'"),
    repeated: { code: 422 },
  },
  {
    what: "an intake",
    send: () => takeIn(`unclear-${orderId}`),
    done: () => count(`orders where full_name = 'unclear-${orderId}'`),
    repeated: { code: 200 },
    commits: "receive_order",
  },
  {
    what: "a comment",
    send: () => staff("POST", "add-new-remark", { orderId, remark: "Called." }),
    done: () => count(`remarks where order_id = ${orderId}`),
  },
  {
    what: "an upload",
    send: upload,
    done: () => count(`documents where order_id = ${orderId}`),
  },
  {
    what: "a refund",
    prepare: () => inStatus("Refunds"),
    send: () => staff("PUT", "move-to-complete-refund", { orderId: [{ id: orderId }] }),
    done: () => events("'refund-recorded'"),
    repeated: { code: 422 },
  },
  {
    what: "a mail that is sent again",
    // The same mail twice within a minute is one mail: the first one was long ago.
    prepare: async () => {
      await upload();
      await road.direct.query(
        `update mails set created_at = created_at - interval '1 hour' where order_id = ${orderId}`,
      );
    },
    send: () => staff("POST", "resend-mail", { orderId, email: "traveller@example.com", mailServiceProvider: "AWS" }),
    done: async () => ((await count(`mails where order_id = ${orderId}`)) ?? 0) - 1,
    repeated: { code: 200 },
  },
];

describe.each(cases)("the connection that is lost around the commit of $what", (given) => {
  it.each(["before", "after"] as const)("is told as unclear when it is lost %s the commit", async (when) => {
    await given.prepare?.();
    const { commits } = given;
    const cut = road.proxy.cutOnce({
      when,
      matches: commits === undefined ? isCommit : (sent) => sent.includes(commits),
    });
    const answer = await given.send();
    await cut;
    expect([answer.code, answer.body.status, answer.body.code, answer.body.message]).toEqual([
      503,
      0,
      "outcome_unclear",
      MESSAGES.outcomeUnclear,
    ]);
    expect(answer.headers.has("retry-after")).toBe(true);
    const stands = when === "after" ? 1 : 0;
    expect(await given.done()).toBe(stands);

    // Nothing repeats it by itself: the same program has answered others meanwhile.
    await takeIn(`later-${orderId}-${when}`);
    expect(await given.done()).toBe(stands);
    if (when === "before" || given.repeated !== undefined) {
      const again = await given.send();
      expect(again.code, JSON.stringify(again.body)).toBeOneOf(when === "before" ? [200, 201] : [given.repeated?.code]);
      expect(await given.done()).toBe(1);
    }
  });
});

describe.each(["before", "after"] as const)("orders that share a commit whose connection is lost %s it", (when) => {
  it("are all told as unclear, and each is there once when it is sent again", async () => {
    const names = Array.from({ length: 12 }, (_, n) => `shared ${when} ${n}`);
    const there = () => count(`orders where full_name like 'shared ${when} %'`);
    const cut = road.proxy.cutOnce({ when, matches: (sent) => sent.includes("receive_orders") });
    const answers = await Promise.all(names.map(takeIn));
    await cut;
    const unclear = answers.filter(({ code }) => code !== 201);
    expect(unclear.length).toBeGreaterThan(0);
    for (const { code, body } of unclear) expect([code, body.code]).toEqual([503, "outcome_unclear"]);
    expect(await there()).toBe(when === "after" ? 12 : 12 - unclear.length);
    const again = await Promise.all(names.map(takeIn));
    const lost = when === "after" ? 0 : unclear.length;
    expect(again.filter(({ code }) => code === 201).length).toBe(lost);
    expect(again.filter(({ code }) => code === 200).length).toBe(12 - lost);
    expect(await there()).toBe(12);
  });
});

describe("what opens doors", () => {
  it("opens none while it is unclear: a sign-in gives no token", async () => {
    const before = await count("sessions");
    const cut = road.proxy.cutOnce({ when: "after", matches: isCommit });
    const credentials = { email: emailOf("Team"), password: TEST_PASSWORD };
    const { code, body } = await call(road.address, "POST", "/api/admin/admin-login", { body: credentials });
    await cut;
    expect([code, body.code, body.jwtToken]).toEqual([503, "outcome_unclear", undefined]);
    expect(await count("sessions")).toBeGreaterThanOrEqual(before ?? 0);
    expect((await call(road.address, "POST", "/api/admin/admin-login", { body: credentials })).code).toBe(200);
  });

  it("is one of the two passwords after an unclear change, never none", async () => {
    const nightly = await road.signIn("Night Staff");
    const body = { currentPassword: TEST_PASSWORD, newPassword: "another horse 8" };
    const cut = road.proxy.cutOnce({ when: "after", matches: isCommit });
    const changed = await call(road.address, "POST", "/api/admin/change-password", { token: nightly, body });
    await cut;
    expect([changed.code, changed.body.code]).toEqual([503, "outcome_unclear"]);
    const sign = async (password: string) =>
      (
        await call(road.address, "POST", "/api/admin/admin-login", {
          body: { email: emailOf("Night Staff"), password },
        })
      ).code;
    expect(await sign("another horse 8")).toBe(200);
    expect(await sign(TEST_PASSWORD)).toBe(401);
  });
});

it("gives no connection away: after all these cuts as many requests at once are answered as before", async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => takeIn(`last-${n}`)));
  expect(answers.map(({ code }) => code)).toEqual(Array(40).fill(201));
});
