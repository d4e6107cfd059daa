import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusalSchema } from "#contract/envelope.ts";
import { call, intake, intakeBody } from "#test/support/client.ts";
import { databaseFingerprint } from "#test/support/database-fingerprint.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let token: string;
let orderId: number;
let before: Record<string, string>;

beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Admin");
  orderId = (await intake(program, { paid: false })).order_id;
  before = await databaseFingerprint(program.db);
});
afterAll(async () => {
  await program.stop();
});

/** Expects a refusal in our envelope with one of the statuses, and an unchanged database. */
async function expectRefused(response: Response, statuses: readonly number[]): Promise<void> {
  const text = await response.text();
  expect(statuses, text).toContain(response.status);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(refusalSchema.parse(JSON.parse(text)).requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(await databaseFingerprint(program.db)).toEqual(before);
}

const move = (type: string | undefined, body: BodyInit) =>
  fetch(`${program.address}/api/admin/move-order-status`, {
    method: "PUT",
    headers: { authorization: token, ...(type !== undefined && { "content-type": type }) },
    body,
  });
const moveBody = () => JSON.stringify({ orderId, updatingStatus: "Awaiting" });

describe("bodies that are not valid JSON objects", () => {
  it.each([
    ["nothing", ""],
    ["an open brace", "{"],
    ["a trailing comma", '{"orderId":1,}'],
    ["two values", '{"orderId":1}{}'],
    ["single quotes", "{'orderId':1}"],
    ["a comment", '{/**/"orderId":1}'],
    ["NaN", '{"orderId":NaN}'],
    ["a byte order mark and an open brace", "\ufeff{"],
    ["a prototype", '{"orderId":1,"__proto__":{"a":1}}'],
    ["a constructor's prototype", '{"constructor":{"prototype":{"a":1}}}'],
    ["text", '"text"'],
    ["a number", "1"],
    ["null", "null"],
    ["a list", "[]"],
    ["unclosed brackets", "[".repeat(10_000)],
  ])("%s is refused", async (_what, body) => {
    await expectRefused(await move("application/json", body), [400]);
  });

  it("bytes that are not UTF-8 are refused without an internal error", async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"orderId":1,"updatingStatus":"'),
      Buffer.from([0xff, 0xc0, 0xaf, 0x22, 0x7d]),
    ]);
    await expectRefused(await move("application/json", new Uint8Array(bytes)), [400]);
    const utf16 = Buffer.from(moveBody(), "utf16le");
    await expectRefused(await move("application/json; charset=utf-16", new Uint8Array(utf16)), [400]);
  });

  it("a body over the limit is refused, with or without a declared length", async () => {
    const large = JSON.stringify({ orderId, updatingStatus: "x".repeat(2_000_000) });
    await expectRefused(await move("application/json", large), [413]);
    const stream = new Blob([large]).stream();
    const response = await fetch(`${program.address}/api/admin/move-order-status`, {
      method: "PUT",
      headers: { authorization: token, "content-type": "application/json" },
      body: stream,
      duplex: "half",
    } as RequestInit);
    await expectRefused(response, [413]);
  });
});

describe("media types", () => {
  it.each([
    "text/plain",
    "text/html",
    "application/xml",
    "application/x-www-form-urlencoded",
    "application/octet-stream",
    "application/jsonp",
    "text/json",
    "application/json-seq",
    "image/png",
    "nonsense",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
  ])("%s is refused", async (type) => {
    await expectRefused(await move(type, moveBody()), [400, 415]);
  });

  it("a missing one is refused", async () => {
    await expectRefused(await move("", moveBody()), [400, 415]);
    await expectRefused(await move(undefined, new Uint8Array(Buffer.from(moveBody()))), [400, 415]);
  });

  // Whether or not Fastify parses these as JSON, validation is never skipped.
  it.each([
    "application/json ;charset=utf-8",
    "application/json\t; charset=utf-8",
    "application/json; charset",
    "application/json;",
    "APPLICATION/JSON",
    "application/json; charset=utf-8; charset=utf-16",
    "application/json,text/plain",
    "application/problem+json",
    " application/json",
  ])("%j does not bypass the validation", async (type) => {
    await expectRefused(await move(type, '{"orderId":{"a":1},"updatingStatus":"nowhere"}'), [400, 415]);
  });

  it("a body for a call without one is refused", async () => {
    const response = await fetch(`${program.address}/api/admin/logout`, {
      method: "POST",
      headers: { authorization: token, "content-type": "application/json" },
      body: "{",
    });
    await expectRefused(response, [400]);
  });
});

describe("URLs", () => {
  it.each([
    "/api/admin/get-orders-details/%",
    "/api/admin/get-orders-details/%zz",
    "/api/admin/get-orders-details/%c0%af",
    "/api/admin/get-orders-details/%00",
    "/api/admin/get-orders-details/1%2f2",
    "/api/admin/get-orders-details/",
    `/api/admin/get-orders-details/${"1".repeat(5000)}`,
    "/api/admin/get-orders-list/newOrder?limit=10&limit=20",
    "/api/admin/get-orders-list/newOrder?page=1&page=",
    "/api/admin/get-orders-list/newOrder?page=%",
    "/api/admin/get-orders-list/newOrder?page=-1",
    "/api/admin/get-orders-list/newOrder?page=1.5",
    "/api/admin/get-orders-list/newOrder?page=0",
    "/api/admin/get-orders-list/newOrder?page=1e309",
    "/api/admin/get-orders-list/newOrder?sort=id;drop",
    "/api/admin/get-orders-list/newOrder?sort=version",
    "/api/admin/get-orders-list/newOrder?dir=sideways",
    "/api/admin/get-orders-list/__proto__",
    "/api/admin/get-orders-list/constructor",
    "/api/admin/../../etc/passwd",
    "/api/nowhere",
    "/api/",
    "/api",
    "//api/user_info",
    "/API/user_info",
    "/api/user_info/",
  ])("%s is refused", async (url) => {
    // A raw socket, because fetch would normalize the URL.
    const { status, body } = await rawRequest(`GET ${url} HTTP/1.1`, [`authorization: ${token}`]);
    expect([400, 404], body).toContain(status);
    expect(refusalSchema.safeParse(JSON.parse(body)).error).toBeUndefined();
  });

  it.each(["DELETE", "PATCH", "POST", "OPTIONS", "TRACE"])("%s is refused where no call has it", async (method) => {
    const { status, body } = await rawRequest(`${method} /api/user_info HTTP/1.1`, ["content-length: 0"]);
    expect([400, 404, 405]).toContain(status);
    expect(refusalSchema.safeParse(JSON.parse(body)).error).toBeUndefined();
  });
});

describe("invalid HTTP", () => {
  it.each([
    ["a line that is not a request", "nonsense", []],
    ["a header of 100,000 characters", "GET /api/user_info HTTP/1.1", [`authorization: ${"x".repeat(100_000)}`]],
    ["NUL in a header", "GET /api/user_info HTTP/1.1", ["authorization: a\u0000b"]],
    ["two content lengths", "POST /api/admin/logout HTTP/1.1", ["content-length: 1", "content-length: 2"]],
    [
      "a length and chunked encoding",
      "POST /api/admin/logout HTTP/1.1",
      ["content-length: 1", "transfer-encoding: chunked"],
    ],
    ["a negative length", "POST /api/admin/logout HTTP/1.1", ["content-length: -1"]],
    ["a second host", "GET /healthz HTTP/1.1", ["host: elsewhere.example"]],
  ])("%s is refused in the envelope", async (_what, line, headers) => {
    const { status, body } = await rawRequest(line, headers);
    expect([400, 431]).toContain(status);
    expect(refusalSchema.parse(JSON.parse(body)).code).toBe("invalid_input");
    expect(await databaseFingerprint(program.db)).toEqual(before);
  });
});

describe("forms", () => {
  const upload = (type: string, body: BodyInit) =>
    fetch(`${program.address}/api/admin/upload-visa-document`, {
      method: "POST",
      headers: { authorization: token, "content-type": type },
      body,
    });
  const part = (head: string, content: string) => `--x\r\n${head}\r\n\r\n${content}\r\n`;
  const file = 'content-disposition: form-data; name="uploadVisaDoc"; filename="a.pdf"';

  it.each([
    ["no boundary", "multipart/form-data", "--x--"],
    ["an empty boundary", "multipart/form-data; boundary=", "--x--"],
    ["no part", "multipart/form-data; boundary=x", "--x--\r\n"],
    ["no final boundary", "multipart/form-data; boundary=x", part(file, "%PDF-1.4")],
    ["nothing", "multipart/form-data; boundary=x", ""],
    ["another boundary", "multipart/form-data; boundary=y", `${part(file, "%PDF-1.4")}--x--\r\n`],
    [
      "a part without a name",
      "multipart/form-data; boundary=x",
      `${part("content-disposition: form-data", "a")}--x--\r\n`,
    ],
    [
      "a prototype",
      "multipart/form-data; boundary=x",
      `${part('content-disposition: form-data; name="__proto__"', "a")}--x--\r\n`,
    ],
    ["invalid part headers", "multipart/form-data; boundary=x", `--x\r\n\u0000:\r\n\r\na\r\n--x--\r\n`],
    ["no form", "application/json", "{}"],
  ])("with %s is refused", async (_what, type, body) => {
    await expectRefused(await upload(type, body), [400, 415]);
  });

  it.each([
    ["21 fields", Array.from({ length: 21 }, (_, index) => [`field${index}`, "a"])],
    ["a field of 20 kB", [["email", "x".repeat(20_000)]]],
    ["a field with a name of 1 kB", [["x".repeat(1000), "a"]]],
  ] as [string, [string, string][]][])("with %s is refused", async (_what, fields) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    form.set("uploadVisaDoc", new File([new Uint8Array(plainPdf("x"))], "a.pdf"));
    const response = await fetch(`${program.address}/api/admin/upload-visa-document`, {
      method: "POST",
      headers: { authorization: token },
      body: form,
    });
    await expectRefused(response, [400, 413]);
  });
});

it("a hostile name is cleaned, stored as text and found by search", async () => {
  const name = "'; drop table orders; -- <script>\u202e\u0000alert(1)</script>";
  const { order_id: id } = await intake(program, { full_name: name });
  const { body } = await call<{ order_id: number; full_name: string }[]>(
    program.address,
    "POST",
    "/api/admin/search-order",
    {
      token,
      body: { start: 0, end: 10, searchVal: "'; DROP table", folderName: "newOrder" },
    },
  );
  expect(body.data).toMatchObject([{ order_id: id, full_name: "'; drop table orders; -- <script>alert(1)</script>" }]);
});

it("a prototype in an intake body creates no order and pollutes no object", async () => {
  const fingerprint = await databaseFingerprint(program.db);
  const { code } = await call(program.address, "POST", "/api/intake/orders", {
    token: INTAKE_KEY,
    headers: { "idempotency-key": "prototype" },
    body: JSON.stringify(intakeBody()).replace("{", '{"__proto__":{"type":"Admin"},'),
  });
  expect(code).toBe(400);
  expect(({} as { type?: string }).type).toBeUndefined();
  expect(await databaseFingerprint(program.db)).toEqual(fingerprint);
});

/** Sends one request verbatim over its own socket. */
async function rawRequest(line: string, headers: string[]): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(program.address);
  const socket = connect(Number(port), hostname);
  socket.write(
    `${line}\r\nhost: ${hostname}\r\nconnection: close\r\n${headers.map((each) => `${each}\r\n`).join("")}\r\n`,
  );
  let answer = "";
  for await (const chunk of socket) answer += String(chunk);
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return {
    status: Number(head.split(" ")[1]),
    body: /\r\ntransfer-encoding: chunked/i.test(head) ? unchunked(body) : body,
  };
}

function unchunked(body: string): string {
  return body.replace(/^[0-9a-f]+\r\n/i, "").replace(/\r\n0\r\n.*$/s, "");
}
