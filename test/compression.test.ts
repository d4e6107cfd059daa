import { once } from "node:events";
import { rm } from "node:fs/promises";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from "node:zlib";
import { sql } from "drizzle-orm";
import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { CONFIRM_EMAIL_ROUTE, CONTEST_EMAIL_ROUTE } from "#contract/tracking/visitor-paths.ts";
import { COMPRESSED_FROM_BYTES } from "#server/platform/http/compression.ts";
import { call } from "./support/client.ts";
import { contractOperations, operationName } from "./support/operations.ts";
import { emailOf, INTAKE_KEY, startTestProgram, TEST_PASSWORD, type TestProgram } from "./support/test-program.ts";
import { makeWebRoot } from "./support/web-root.ts";

const LIST = "/api/admin/get-orders-list/completedOrder?limit=500";
let webRoot: string;
let program: TestProgram;
let token: string;
const routes: RouteOptions[] = [];

beforeAll(async () => {
  webRoot = await makeWebRoot();
  program = await startTestProgram({ webRoot, onRoute: (route) => routes.push(route) });
  token = await program.signIn("Admin");
  await program.db.execute(sql`
    insert into orders (status, status_changed_at, created_at, processing_mode, is_paid, full_name, email)
    select 'Completed', now(), '2026-01-01'::timestamptz + n * interval '1 hour', 'Standard', true,
      'Zoë of row ' || md5(n::text), 'a@example.com'
    from generate_series(1, 500) n`);
});
afterAll(async () => {
  await program.stop();
  await rm(webRoot, { recursive: true });
});

async function ask(path: string, encoding?: string, method = "GET") {
  const headers = { authorization: token, ...(encoding !== undefined && { "accept-encoding": encoding }) };
  const asked = request(program.address + path, { method, headers }).end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const { headers: sent }: { headers: IncomingHttpHeaders } = answer;
  return { headers: sent, bytes: await buffer(answer) };
}

it.each([
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
  ["zstd", zstdDecompressSync],
] as const)("a page of 500 rows and the description of the calls arrive whole by %s", async (encoding, unpack) => {
  for (const path of [LIST, "/api/openapi.json"]) {
    const [plain, packed] = [await ask(path), await ask(path, encoding)];
    expect(packed.headers).toMatchObject({
      "content-encoding": encoding,
      vary: "accept-encoding",
      "cache-control": "no-store",
      "content-type": plain.headers["content-type"],
    });
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(unpack(packed.bytes).equals(plain.bytes)).toBe(true);
    const head = await ask(path, encoding, "HEAD");
    expect([head.headers["content-encoding"], head.headers["content-length"], head.bytes.length]).toEqual([
      encoding,
      packed.headers["content-length"],
      0,
    ]);
  }
});

it("only files, built assets, event streams and pages of mailed links are never compressed", async () => {
  const files = (await contractOperations()).filter(
    ({ binary }) => binary !== undefined && !binary.startsWith("text/csv"),
  );
  const names = routes.filter(({ compress }) => compress === false).map(({ url }) => url);
  const others = ["/assets/:name", "/uploads/docs/:name", CONFIRM_EMAIL_ROUTE, CONTEST_EMAIL_ROUTE];
  expect([...new Set(names)].sort()).toEqual([...files.map(({ path }) => `/api${path}`), ...others].sort());
});

it("an answer with a session's token is too short to be compressed, however long its other texts", async () => {
  await program.db.execute(sql`update members set name = repeat('王', 200) where email = ${emailOf("Telecaller")}`);
  const headers = { "content-type": "application/json", "accept-encoding": "gzip, deflate, br, zstd" };
  const signedIn = await call(program.address, "POST", "/api/admin/admin-login", {
    headers,
    body: { email: emailOf("Telecaller"), password: TEST_PASSWORD },
  });
  const confirmed = await call(program.address, "POST", "/api/admin/confirm-identity", {
    token: String(signedIn.body.jwtToken),
    headers,
    body: { password: TEST_PASSWORD },
  });
  for (const { code, headers: sent, body } of [signedIn, confirmed]) {
    expect([code, typeof body.jwtToken, sent.get("content-encoding")]).toEqual([200, "string", null]);
    expect(JSON.stringify(body).length).toBeLessThan(COMPRESSED_FROM_BYTES / 5);
  }
});

it("no call takes a compressed body, of whatever kind its body is", async () => {
  const called = (await contractOperations()).filter(({ method, access }) => method !== "GET" && access !== "visitor");
  expect(called.some(({ rawBody }) => rawBody !== undefined)).toBe(true);
  expect(called.some(({ fileField }) => fileField !== undefined)).toBe(true);
  for (const operation of called) {
    const { method, path, rawBody = ["application/json"], fileField, access } = operation;
    const answer = await fetch(`${program.address}/api${path.replaceAll(/:\w+/g, "1")}`, {
      method,
      headers: {
        authorization: access === "intake" ? `Bearer ${INTAKE_KEY}` : token,
        "content-type": fileField === undefined ? (rawBody[0] ?? "") : "multipart/form-data; boundary=x",
        "content-encoding": "gzip",
      },
      body: gzipSync("{}"),
    });
    expect([answer.status, answer.headers.get("accept-encoding")], operationName(operation)).toEqual([415, "identity"]);
    expect(await answer.json()).toMatchObject({ code: "unsupported_type", message: MESSAGES.bodyCompressed });
  }
});
