// The database connection is cut before COMMIT arrives or before its answer. No call may report success, and a client
// that repeats the call must get its change once.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { type Answer, call, intakeBody } from "./support/client.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { type ProgramBehindProxy, startProgramBehindProxy } from "./support/program-behind-proxy.ts";
import { isCommit } from "./support/tcp-proxy.ts";
import { emailOf, INTAKE_KEY, TEST_PASSWORD } from "./support/test-program.ts";

let program: ProgramBehindProxy;
let token: string;
let orderId: number;
let keys = 0;

beforeAll(async () => {
  program = await startProgramBehindProxy();
});
afterAll(() => program.close());
beforeEach(async () => {
  token = await program.signIn("Team");
  keys += 1;
  orderId = (await submitOrder(`order-${keys}`)).body.data.order_id;
});

const submitOrder = (key: string) =>
  call<{ order_id: number }>(program.address, "POST", "/api/intake/orders", {
    token: INTAKE_KEY,
    headers: { "idempotency-key": key },
    body: intakeBody({ full_name: key }),
  });
const staff = (method: "PUT" | "POST", name: string, body: unknown) =>
  call(program.address, method, `/api/admin/${name}`, { token, body });
const count = async (statement: string) =>
  (await program.direct.query<{ n: number }>(`select count(*)::int as n from ${statement}`)).rows[0]?.n;

async function upload(): Promise<Answer> {
  const form = new FormData();
  form.set("orderId", String(orderId));
  form.set("email", "traveller@example.com");
  form.set("mailServiceProvider", "AWS");
  form.set("uploadVisaDoc", new Blob([new Uint8Array(plainPdf(`order ${orderId}`))]), "card.pdf");
  const response = await fetch(`${program.address}/api/admin/upload-visa-document`, {
    method: "POST",
    headers: { authorization: token },
    body: form,
  });
  return { code: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] };
}

interface Case {
  what: string;
  /** Runs before the cut. */
  prepare?: () => Promise<unknown>;
  send: () => Promise<Answer>;
  /** How often the change is stored, read directly from the database. */
  done: () => Promise<number | undefined>;
  /** The answer to a repetition after a committed change: the first answer or a refusal, never a second change. */
  repeated?: { code: number };
  /** A statement that commits by itself; COMMIT by default. */
  commits?: string;
}

const events = (types: string) => count(`order_events where order_id = ${orderId} and type in (${types})`);
const inStatus = async (status: string) => {
  await program.direct.query(`update orders set status = '${status}' where id = ${orderId}`);
};

const PART = { lastRefundId: null, amount: "5", currency: "USD", reasonCode: "goodwill" };

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
    send: () => submitOrder(`unclear-${orderId}`),
    done: () => count(`orders where full_name = 'unclear-${orderId}'`),
    repeated: { code: 200 },
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
    what: "a refund of a part",
    prepare: () => inStatus("Refunds"),
    send: () => staff("POST", "record-refund", { orderId, ...PART }),
    done: () => count(`refunds where order_id = ${orderId}`),
    repeated: { code: 409 },
  },
  {
    what: "a mail that is sent again",
    // The same mail within a minute counts as one mail, so the first one is dated back.
    prepare: async () => {
      await upload();
      await program.direct.query(
        `update mails set created_at = created_at - interval '1 hour' where order_id = ${orderId}`,
      );
    },
    send: () => staff("POST", "resend-mail", { orderId, email: "traveller@example.com", mailServiceProvider: "AWS" }),
    done: async () => ((await count(`mails where order_id = ${orderId}`)) ?? 0) - 1,
    repeated: { code: 200 },
  },
];

describe.each(cases)("a connection lost around the commit of $what", (given) => {
  it.each(["before", "after"] as const)("is reported as unclear when lost %s the commit", async (when) => {
    await given.prepare?.();
    const { commits } = given;
    const cut = program.proxy.cutOnce({
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
    const stored = when === "after" ? 1 : 0;
    expect(await given.done()).toBe(stored);

    // The program does not repeat it on its own, even after answering other calls.
    await submitOrder(`later-${orderId}-${when}`);
    expect(await given.done()).toBe(stored);
    if (when === "before" || given.repeated !== undefined) {
      const again = await given.send();
      expect(again.code, JSON.stringify(again.body)).toBeOneOf(when === "before" ? [200, 201] : [given.repeated?.code]);
      expect(await given.done()).toBe(1);
    }
  });
});

describe.each(["before", "after"] as const)("orders in one commit whose connection is lost %s it", (when) => {
  it("are all reported as unclear, and each is stored once when it is sent again", async () => {
    const names = Array.from({ length: 12 }, (_, n) => `shared ${when} ${n}`);
    const there = () => count(`orders where full_name like 'shared ${when} %'`);
    const cut = program.proxy.cutOnce({ when, matches: isCommit });
    const answers = await Promise.all(names.map(submitOrder));
    await cut;
    const unclear = answers.filter(({ code }) => code !== 201);
    expect(unclear.length).toBeGreaterThan(0);
    for (const { code, body } of unclear) expect([code, body.code]).toEqual([503, "outcome_unclear"]);
    expect(await there()).toBe(when === "after" ? 12 : 12 - unclear.length);
    const again = await Promise.all(names.map(submitOrder));
    const lost = when === "after" ? 0 : unclear.length;
    expect(again.filter(({ code }) => code === 201).length).toBe(lost);
    expect(again.filter(({ code }) => code === 200).length).toBe(12 - lost);
    expect(await there()).toBe(12);
  });
});

describe("with an unclear outcome", () => {
  it("a sign-in returns no token", async () => {
    const before = await count("sessions");
    const cut = program.proxy.cutOnce({ when: "after", matches: isCommit });
    const credentials = { email: emailOf("Team"), password: TEST_PASSWORD };
    const { code, body } = await call(program.address, "POST", "/api/admin/admin-login", { body: credentials });
    await cut;
    expect([code, body.code, body.jwtToken]).toEqual([503, "outcome_unclear", undefined]);
    expect(await count("sessions")).toBeGreaterThanOrEqual(before ?? 0);
    expect((await call(program.address, "POST", "/api/admin/admin-login", { body: credentials })).code).toBe(200);
  });

  it("a change of the password leaves exactly one of the two valid", async () => {
    const nightly = await program.signIn("Night Staff");
    const body = { currentPassword: TEST_PASSWORD, newPassword: "another horse 8" };
    const cut = program.proxy.cutOnce({ when: "after", matches: isCommit });
    const changed = await call(program.address, "POST", "/api/admin/change-password", { token: nightly, body });
    await cut;
    expect([changed.code, changed.body.code]).toEqual([503, "outcome_unclear"]);
    const sign = async (password: string) =>
      (
        await call(program.address, "POST", "/api/admin/admin-login", {
          body: { email: emailOf("Night Staff"), password },
        })
      ).code;
    expect(await sign("another horse 8")).toBe(200);
    expect(await sign(TEST_PASSWORD)).toBe(401);
  });
});

it("leaks no connection: after all these cuts 40 concurrent requests succeed", async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => submitOrder(`last-${n}`)));
  expect(answers.map(({ code }) => code)).toEqual(Array(40).fill(201));
});
