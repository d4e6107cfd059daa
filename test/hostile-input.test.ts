import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { refusalSchema } from "#contract/envelope.ts";
import type { Operation } from "#contract/operation.ts";
import { intake } from "#test/support/client.ts";
import { databaseFingerprint } from "#test/support/database-fingerprint.ts";
import { dropStream, isEventStream } from "#test/support/event-reader.ts";
import {
  addressOf,
  bodyOf,
  credentialsFor,
  type ExampleCall,
  exampleCall,
  fieldSchema,
  type OpenApiDocument,
  openApiOf,
} from "#test/support/example-call.ts";
import { HOSTILE_JSON, HOSTILE_TEXTS } from "#test/support/hostile-values.ts";
import { contractOperations } from "#test/support/operations.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

/** Arbitrary JSON an operation is given; the seed stands in the report of a failure. */
const RUNS = 60;

let program: TestProgram;
let document: OpenApiDocument;
let orderId: number;
interface Member extends Record<string, unknown> {
  id: number;
  email: string;
  password_hash: string;
}
let team: Member[];

beforeAll(async () => {
  program = await startTestProgram();
  document = await openApiOf(program);
  // Not paid: no upload gets through, so no mail changes anything behind a test's back.
  orderId = (await intake(program, { paid: false })).order_id;
  team = (await program.db.execute<Member>(sql`select id, email, password_hash from members`)).rows;
});
afterAll(() => program.stop());

const clearLimits = () => program.db.execute(sql`delete from rate_limits`);

let credentials: Record<string, string> = {};
const signIn = async (operation: Operation) => {
  // The Admin who calls is the member of the examples, too.
  for (const { id, email, password_hash } of team) {
    await program.db.execute(
      sql`update members set email = ${email}, email_key = ${email}, password_hash = ${password_hash} where id = ${id}`,
    );
  }
  credentials = await credentialsFor(program, operation, { role: "Admin", orderId });
};

const ENDS_THE_SESSION = ["/admin/logout", "/admin/change-password", "/admin/update-team-member"];

/** Sends a request and insists on an answer of ours. @returns its status */
async function sendHostile(operation: Operation, url: string, init: RequestInit, what: string): Promise<number> {
  if (operation.access === "public" || operation.fileField !== undefined) await clearLimits();
  const response = await fetch(program.address + url, {
    method: operation.method,
    ...init,
    headers: { ...(init.headers as Record<string, string>), ...credentials },
  });
  if (isEventStream(response)) {
    await dropStream(program.address, response);
    return response.status;
  }
  const body = await response.text();
  if (response.ok) {
    if (operation.binary === undefined) expect(JSON.parse(body), what).toMatchObject({ status: 1 });
    if (ENDS_THE_SESSION.includes(operation.path)) await signIn(operation);
    return response.status;
  }
  expect([response.status, body], what).toEqual([expect.toSatisfy((status) => status >= 400 && status < 500), body]);
  expect(response.headers.get("content-type"), what).toBe("application/json; charset=utf-8");
  expect(refusalSchema.safeParse(JSON.parse(body)).error, what).toBeUndefined();
  expect(body, what).not.toMatch(/<html|node_modules|drizzle|select \*|insert into|violates|syntax error/i);
  return response.status;
}

/** What the tables hold once the work that accepted requests left behind is done. */
async function settledFingerprint(): Promise<Record<string, string>> {
  await vi.waitFor(
    async () => {
      const { rows } = await program.db.execute(
        sql`select name from pgboss.job where state < 'completed' and start_after <= now()`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 30_000, interval: 20 },
  );
  return await databaseFingerprint(program.db);
}

/**
 * Sends every request; the refused ones a second time, in a row, when some were accepted: between the fingerprints
 * there are only refusals then, and they may have changed nothing.
 */
async function expectHarmless(requests: { what: string; send: () => Promise<number> }[]): Promise<void> {
  let before = await settledFingerprint();
  const refused: typeof requests = [];
  for (const request of requests) if ((await request.send()) >= 400) refused.push(request);
  if (refused.length < requests.length) {
    before = await settledFingerprint();
    for (const { what, send } of refused) expect(await send(), what).toBeGreaterThanOrEqual(400);
  }
  expect(await databaseFingerprint(program.db)).toEqual(before);
}

const jsonRequest = (operation: Operation, made: ExampleCall, body: string) => ({
  url: addressOf(operation, made),
  init: { headers: { "content-type": "application/json", ...made.headers }, body },
});

/** The JSON of a body in which one field is replaced by raw JSON, or left out. */
function spoilt(body: Record<string, unknown>, field: string, raw: string | undefined): string {
  const fields = Object.entries(body)
    .filter(([name]) => name !== field)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  if (raw !== undefined) fields.push(`${JSON.stringify(field)}:${raw}`);
  return `{${fields.join(",")}}`;
}

/** As the address of a hostile client would write it: what can't be escaped is sent as it is. */
function escaped(value: string): string {
  return value.includes("%") ? value : encodeURIComponent(value.toWellFormed());
}

/** For a field whose schema is, letter for letter, that of a field which took everything already. */
const TWIN_JSON = Object.fromEntries(
  ["null", "minus one", "an empty object", "NUL inside", "half a surrogate pair", "letters that grow"].map((name) => [
    name,
    HOSTILE_JSON[name],
  ]),
);

const hasInput = ({ params, query, headers, body }: Operation) => Boolean(params ?? query ?? headers ?? body);
const operations = (await contractOperations()).filter(hasInput);

describe.each(operations)("$method $path", (operation) => {
  beforeEach(async () => {
    await clearLimits();
    await signIn(operation);
  });

  if (operation.body !== undefined && operation.fileField === undefined) {
    it("takes no harm from any value in any field of its body", async () => {
      const made = exampleCall(document, operation, true);
      const body = made.body ?? {};
      const tried = new Set<string>();
      for (const field of [...Object.keys(body), "unknown", "__proto__"]) {
        const schema = JSON.stringify(fieldSchema(document, operation, field) ?? field);
        const values = Object.entries({ ...(tried.has(schema) ? TWIN_JSON : HOSTILE_JSON), missing: undefined });
        tried.add(schema);
        await expectHarmless(
          values.map(([name, raw]) => {
            const { url, init } = jsonRequest(operation, made, spoilt(body, field, raw));
            const what = `${field}: ${name}`;
            return { what, send: () => sendHostile(operation, url, init, what) };
          }),
        );
      }
    }, 120_000);

    it("takes no harm from arbitrary JSON", async () => {
      const made = exampleCall(document, operation, true);
      const fields = Object.fromEntries(
        Object.entries(made.body ?? {}).map(([name, value]) => [name, fc.oneof(fc.constant(value), fc.jsonValue())]),
      );
      const arbitrary = fc.oneof(fc.record(fields, { requiredKeys: [] }), fc.jsonValue());
      await fc.assert(
        fc.asyncProperty(arbitrary, async (value) => {
          const before = await settledFingerprint();
          const body = JSON.stringify(value);
          const { url, init } = jsonRequest(operation, made, body);
          const status = await sendHostile(operation, url, init, body);
          if (status >= 400) expect(await databaseFingerprint(program.db)).toEqual(before);
        }),
        { numRuns: RUNS },
      );
    }, 120_000);
  }

  if (operation.fileField !== undefined) {
    it("takes no harm from any text in any field of its form", async () => {
      const made = exampleCall(document, operation, true);
      const { [operation.fileField ?? ""]: _file, ...fields } = made.body ?? {};
      for (const field of [...Object.keys(fields), "unknown", "__proto__"]) {
        const values = Object.entries({ ...HOSTILE_TEXTS, missing: undefined, twice: "1" });
        await expectHarmless(
          values.map(([name, value]) => {
            const { body: form } = bodyOf(operation, made) as { body: FormData };
            if (value === undefined) form.delete(field);
            else if (name === "twice") form.append(field, value);
            else form.set(field, value);
            const what = `${field}: ${name}`;
            return { what, send: () => sendHostile(operation, addressOf(operation, made), { body: form }, what) };
          }),
        );
      }
    }, 120_000);
  }

  const { params, query } = operation;
  if (params !== undefined || query !== undefined) {
    it("takes no harm from any text in its address", async () => {
      const made = exampleCall(document, operation, true);
      const { body, type } = bodyOf(operation, made);
      const init = { headers: { ...(type && { "content-type": type }), ...made.headers }, ...(body && { body }) };
      const texts = { ...HOSTILE_TEXTS, "broken escapes": "%", another: "%zz", "overlong UTF-8": "%c0%af" };
      const requests = Object.entries(texts).flatMap(([name, value]) => [
        ...Object.keys(made.params).map((field) => {
          const url = addressOf(operation, { ...made, params: { ...made.params, [field]: value } }, escaped);
          return { what: `${field}: ${name}`, url };
        }),
        ...Object.keys(query?.shape ?? {}).flatMap((field) => {
          const url = addressOf(operation, { ...made, query: {} });
          const once = `${url}?${field}=${escaped(value)}`;
          return [
            { what: `${field}: ${name}`, url: once },
            { what: `${field} twice: ${name}`, url: `${once}&${field}=1` },
            { what: `${field}[]: ${name}`, url: `${url}?${field}[]=${escaped(value)}&${field}[a]=1&__proto__[a]=1` },
          ];
        }),
      ]);
      await expectHarmless(
        requests.map(({ what, url }) => ({ what, send: () => sendHostile(operation, url, init, what) })),
      );
    }, 120_000);
  }

  if (operation.headers !== undefined) {
    it("takes no harm from any text in its headers", async () => {
      const made = exampleCall(document, operation, true);
      const latin = Object.entries(HOSTILE_TEXTS).filter(([, value]) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value));
      for (const field of Object.keys(operation.headers?.shape ?? {})) {
        const values = [...latin, ["accents", "caf\u00e9"], ["tab", "a\tb"]] as [string, string][];
        await expectHarmless(
          values.map(([name, value]) => {
            const { url, init } = jsonRequest(operation, made, JSON.stringify(made.body));
            const headers = { ...init.headers, [field]: value };
            const what = `${field}: ${name}`;
            return { what, send: () => sendHostile(operation, url, { ...init, headers }, what) };
          }),
        );
      }
    }, 120_000);
  }
});
