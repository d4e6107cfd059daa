import { createHmac } from "node:crypto";
import { rm } from "node:fs/promises";
import { eq } from "drizzle-orm";
import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Access, Operation } from "#contract/operation.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import { createTokenSigner, randomToken } from "#server/features/auth/tokens.ts";
import { members, sessions } from "#server/platform/db/schema.ts";
import { call, intake } from "#test/support/client.ts";
import { dropStream, isEventStream } from "#test/support/event-reader.ts";
import { contractOperations, operationName } from "#test/support/operations.ts";
import { PUBLIC_ROUTES } from "#test/support/public-routes.ts";
import { STAFF_ROUTES } from "#test/support/staff-routes.ts";
import {
  emailOf,
  INTAKE_KEY,
  SESSION_SECRET,
  startTestProgram,
  TEST_PASSWORD,
  type TestProgram,
} from "#test/support/test-program.ts";
import { makeWebRoot } from "#test/support/web-root.ts";

/** Calls that require a fresh sign-in; permanent deletion requires one in its service. */
const FRESH_ROUTES = [
  "POST /admin/add-team-member",
  "POST /admin/change-order-email",
  "POST /admin/change-own-email",
  "POST /admin/delete-passkey",
  "POST /admin/export-orders/:orderName",
  "POST /admin/invite-team-member",
  "POST /admin/passkeys",
  "POST /admin/passkeys/options",
  "POST /admin/payment-gateway-setting",
  "POST /admin/recovery-codes",
  "POST /admin/resolve-email-change",
  "POST /admin/totp/begin",
  "POST /admin/totp/confirm",
  "POST /admin/update-team-member",
  "PUT /admin/delete-team-member",
  "PUT /admin/end-member-sessions",
  "PUT /admin/end-sessions",
  "PUT /admin/password-sign-in",
  "PUT /admin/resend-invitation",
  "PUT /admin/reset-second-factor",
  "PUT /admin/totp/remove",
  "PUT /admin/withdraw-invitation",
];
const VISITOR_ROUTES = [
  "POST /front/answer-question",
  "POST /front/get-download-history",
  "POST /front/download-passport-doc-pdf",
  "POST /front/report-download",
  "POST /front/request-correction",
];
const INTAKE_ROUTES = ["POST /intake/orders", "POST /intake/orders/:id/payment", "GET /intake/active-gateway"];

interface Registered {
  name: string;
  access: Access | undefined;
  operation: Operation | undefined;
}

let webRoot: string;
let program: TestProgram;
const routes: Registered[] = [];

beforeAll(async () => {
  webRoot = await makeWebRoot();
  program = await startTestProgram({ webRoot, onRoute: (route) => routes.push(...registered(route)) });
});
afterAll(async () => {
  await program.stop();
  await rm(webRoot, { recursive: true });
});

function registered({ method, url, config }: RouteOptions): Registered[] {
  const { access, operation } = config ?? {};
  return [method].flat().map((each) => ({ name: `${each} ${url}`, access, operation }));
}

/** Without HEAD routes, which Fastify adds to the GET routes. */
const answered = () => routes.filter(({ name }) => !name.startsWith("HEAD "));

describe("the registered routes", () => {
  it("have HEAD only beside a GET with the same access", () => {
    const accessOf = new Map(answered().map(({ name, access }) => [name, access]));
    const heads = routes.filter(({ name }) => name.startsWith("HEAD "));
    for (const { name, access } of heads) expect(accessOf.get(name.replace("HEAD", "GET"))).toBe(access);
  });

  it("that are public are those listed here", () => {
    const open = answered().filter(({ access }) => access === "public");
    expect(open.map(({ name }) => name).sort()).toEqual(PUBLIC_ROUTES);
  });

  it("below /api are exactly the contract's operations", async () => {
    const operations = (await contractOperations()).map((each) => operationName(each).replace(" ", " /api"));
    const api = answered().filter(({ name }) => name.includes(" /api/") && name !== "GET /api/openapi.json");
    expect(api.map(({ name }) => name).sort()).toEqual(operations.sort());
    for (const { name, access, operation } of api) {
      expect(operation && operationName(operation).replace(" ", " /api")).toBe(name);
      expect(access).toBe(operation?.access);
    }
  });

  it("that require a fresh sign-in are those listed here", () => {
    const fresh = answered().flatMap(({ operation }) => (operation?.fresh === true ? [operationName(operation)] : []));
    expect(fresh.sort()).toEqual(FRESH_ROUTES);
  });

  it("outside /api are all public", () => {
    const others = answered().filter(({ name, access }) => !name.includes(" /api/") && access !== "public");
    expect(others).toEqual([]);
  });

  it("are all in the hand-written tables", async () => {
    const operations = await contractOperations();
    const of = (test: (access: Access) => boolean) =>
      operations.filter(({ access }) => test(access)).map(operationName);
    const others = ["public", "visitor", "intake"];
    expect(of((access) => !others.includes(access)).sort()).toEqual(Object.keys(STAFF_ROUTES).sort());
    const shown = operations.filter(({ shows }) => shows !== undefined);
    expect(Object.fromEntries(shown.map((each) => [operationName(each), each.shows]))).toEqual(
      Object.fromEntries(Object.entries(STAFF_ROUTES).map(([name, { shows }]) => [name, shows])),
    );
    expect(of((access) => access === "visitor").sort()).toEqual([...VISITOR_ROUTES].sort());
    expect(of((access) => access === "intake").sort()).toEqual([...INTAKE_ROUTES].sort());
  });
});

/** A call that, if access is granted, is then refused or changes nothing. */
async function probe(name: string, headers: Record<string, string>) {
  const [method = "", pattern = ""] = name.split(" ");
  const url = pattern.replace(":orderName", "newOrder").replace(/:\w+/, "999999");
  if (name === "GET /admin/events") return await probeStream(`${program.address}/api${url}`, headers);
  if (name.startsWith("POST /admin/export-orders/")) return await probeFile(`${program.address}/api${url}`, headers);
  const body = method === "GET" ? {} : { body: {} };
  return await call(program.address, method as "GET" | "POST" | "PUT", `/api${url}`, { headers, ...body });
}

/** The same for a call that returns a file instead of an envelope. */
async function probeFile(url: string, headers: Record<string, string>) {
  const sent = { ...headers, "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers: sent, body: "{}" });
  const text = await response.text();
  return { code: response.status, body: response.ok ? {} : (JSON.parse(text) as { code?: string }) };
}

/** The same for the call with an endless response: an opened stream is closed again. */
async function probeStream(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers });
  if (!isEventStream(response)) return { code: response.status, body: (await response.json()) as { code?: string } };
  await dropStream(program.address, response);
  return { code: response.status, body: {} };
}

const refusal = async (name: string, authorization: string) => {
  const { code, body } = await probe(name, authorization === "" ? {} : { authorization });
  return `${code} ${body.code}`;
};

/** Everybody has an authenticator app, and has shown it in their sessions. */
async function giveApps(): Promise<void> {
  const { pool } = program.database;
  await pool.query("insert into member_totp (member_id, secret, added_at) select id, '', now() from members");
  await pool.query("update sessions set method = 'password and code'");
}

async function freshToken(role: Role): Promise<string> {
  const { body } = await call(program.address, "POST", "/api/admin/admin-login", {
    body: { email: emailOf(role), password: TEST_PASSWORD },
  });
  return body.jwtToken as string;
}

function signed(header: object, payload: object, key: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

describe.each(Object.keys(STAFF_ROUTES))("%s", (name) => {
  it.each(ROLES)("allows or refuses a %s as the table says @4-006 @6-012", async (role) => {
    const authorization = await freshToken(role);
    if (name === "POST /admin/recovery-codes") await giveApps();
    const { code, body } = await probe(name, { authorization });
    await program.database.pool.query("truncate member_totp, member_recovery_codes");
    if (STAFF_ROUTES[name]?.roles.includes(role)) expect([200, 400, 404, 415]).toContain(code);
    else expect([code, body.code]).toEqual([403, "forbidden"]);
  });

  it("requires a session before it checks anything else @1-003 @7-004", async () => {
    const token = await freshToken("Admin");
    const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as object;
    const [header, body] = token.split(".");
    const invalidTokens = {
      "no token": "",
      "no token after Bearer": "Bearer",
      nonsense: "nonsense",
      "an intake key": `Bearer ${INTAKE_KEY}`,
      "a cut signature": token.slice(0, -4),
      "no signature": `${header}.${body}.`,
      "alg none": `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`,
      "another key": signed({ alg: "HS256" }, payload, "another secret of at least 32 characters"),
      "another algorithm": signed({ alg: "HS512" }, payload, SESSION_SECRET),
      "another audience": signed({ alg: "HS256" }, { ...payload, aud: "others" }, SESSION_SECRET),
      "another issuer": signed({ alg: "HS256" }, { ...payload, iss: "others" }, SESSION_SECRET),
      "8000 characters": "x".repeat(8000),
    };
    const answers: Record<string, string> = {};
    for (const [what, authorization] of Object.entries(invalidTokens))
      answers[what] = await refusal(name, authorization);
    expect(new Set(Object.values(answers)), JSON.stringify(answers)).toEqual(new Set(["401 unauthenticated"]));
  });

  it("requires a session that has not ended @7-004", async () => {
    const signer = createTokenSigner([SESSION_SECRET]);
    const user = { id: 1, name: "Admin Member", type: "Admin" as const };
    const past = new Date(Date.now() - 60_000);
    const expired = await signer.sign({ user, sid: randomToken() }, past, new Date(Date.now() - 1000));
    const unknown = await signer.sign({ user, sid: randomToken() }, past, new Date(Date.now() + 60_000));
    const ended = await freshToken("Team");
    await call(program.address, "POST", "/api/admin/logout", { token: ended });
    for (const token of [expired, unknown, ended]) expect(await refusal(name, token)).toBe("401 session_ended");
  });
});

describe("calls of machines and visitors", () => {
  it.each(INTAKE_ROUTES)("%s requires an intake key instead of a session", async (name) => {
    expect(await refusal(name, "")).toBe("401 unauthenticated");
    expect(await refusal(name, await program.signIn("Admin"))).toBe("401 unauthenticated");
    expect(await refusal(name, `Bearer ${INTAKE_KEY.slice(0, -1)}`)).toBe("401 unauthenticated");
    const { code } = await probe(name, { authorization: `Bearer ${INTAKE_KEY}`, "idempotency-key": "knock" });
    expect([200, 400, 404]).toContain(code);
  });

  it.each(VISITOR_ROUTES)("%s requires a visitor's grant instead of a session", async (name) => {
    expect(await refusal(name, "")).toBe("401 unauthenticated");
    expect(await refusal(name, await program.signIn("Admin"))).toBe("401 unauthenticated");
    const { code } = await probe(name, { cookie: "visitor=nonsense", "x-xsrf-token": "nonsense" });
    expect([401, 403]).toContain(code);
  });
});

describe("permissions that depend on the request's content", () => {
  const cases: [string, "GET" | "POST" | "PUT", string, (id: number) => unknown, readonly Role[]][] = [
    ["Order History", "GET", "/admin/get-orders-list/allOrder", () => undefined, without("Telecaller")],
    ["a search in Order History", "POST", "/admin/search-order", () => historySearch, without("Telecaller")],
    ["Delete", "PUT", "/admin/change-order-status", deletion, ["Admin", "Manager"]],
    ["permanent deletion", "PUT", "/admin/change-order-status", purge, ["Admin"]],
    ["the detail screen's move to Deleted", "PUT", "/admin/move-order-status", singleDeletion, ROLES],
  ];
  const historySearch = { start: 0, end: 10, searchVal: "perera", folderName: "allOrder" };

  function without(role: Role): readonly Role[] {
    return ROLES.filter((each) => each !== role);
  }
  function deletion(orderId: number) {
    return { orderId, updatingStatus: "Deleted" };
  }
  function singleDeletion(orderId: number) {
    return { orderId, updatingStatus: "Deleted" };
  }
  function purge(orderId: number) {
    return { orderId, updatingStatus: "Deleted", permanentDeletedFlag: true };
  }

  it.each(cases)("%s", async (_what, method, url, bodyOf, allowed) => {
    for (const role of ROLES) {
      const { order_id: id } = await intake(program);
      if (bodyOf === purge) {
        const deleted = await call(program.address, "PUT", "/api/admin/move-order-status", {
          token: await program.signIn("Admin"),
          body: singleDeletion(id),
        });
        expect(deleted.code).toBe(200);
      }
      const body = bodyOf(id);
      const answer = await call(program.address, method, `/api${url}`, {
        token: await program.signIn(role),
        ...(body !== undefined && { body }),
      });
      expect([role, answer.code]).toEqual([role, allowed.includes(role) ? 200 : 403]);
    }
  });

  it("are checked before the input", async () => {
    const token = await program.signIn("Telecaller");
    const answer = await call(program.address, "PUT", "/api/admin/change-order-status", {
      token,
      body: { orderId: [99_999_999], updatingStatus: "Deleted" },
    });
    expect([answer.code, answer.body.code]).toEqual([403, "forbidden"]);
  });
});

describe("the database decides about access, not the token", () => {
  const list = (token: string) => call(program.address, "GET", "/api/admin/get-orders-list/allOrder", { token });

  it("a changed role applies immediately", async () => {
    const token = await freshToken("Manager");
    expect((await list(token)).code).toBe(200);
    const role = (to: Role) =>
      program.db
        .update(members)
        .set({ role: to })
        .where(eq(members.email, emailOf("Manager")));
    await role("Telecaller");
    expect((await list(token)).code).toBe(403);
    await role("Manager");
    expect((await list(token)).code).toBe(200);
  });

  it("a removed member and an expired or deleted session are refused immediately", async () => {
    const token = await freshToken("Night Staff");
    const disabled = (disabledAt: Date | null) =>
      program.db
        .update(members)
        .set({ disabledAt })
        .where(eq(members.email, emailOf("Night Staff")));
    await disabled(new Date());
    expect([(await list(token)).code, (await list(token)).body.code]).toEqual([401, "session_ended"]);
    await disabled(null);
    expect((await list(token)).code).toBe(200);
    await program.db.update(sessions).set({ expiresAt: new Date() });
    expect((await list(token)).body.code).toBe("session_ended");
    await program.db.delete(sessions);
    expect((await list(token)).body.code).toBe("session_ended");
  });

  it("the token is accepted with and without Bearer @6-008", async () => {
    const token = await freshToken("Team");
    for (const authorization of [token, `Bearer ${token}`, `bearer ${token}`, ` ${token} `]) {
      const { code } = await call(program.address, "GET", "/api/user_info", { headers: { authorization } });
      expect(code).toBe(200);
    }
  });
});
