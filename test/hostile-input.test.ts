import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { refusalSchema } from "#contract/envelope.ts";
import type { Operation } from "#contract/operation.ts";
import { mailQueue } from "#server/features/mail/mail.jobs.ts";
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
  parameterSchema,
} from "#test/support/example-call.ts";
import { HOSTILE_JSON, HOSTILE_TEXTS, VALIDATOR_TEXT } from "#test/support/hostile-values.ts";
import { contractOperations } from "#test/support/operations.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

/** Number of arbitrary JSON bodies per operation. `npm run test:faults` sends more. */
const RUNS = Number(process.env.HOSTILE_RUNS ?? "5");
const isThorough = process.env.HOSTILE_RUNS !== undefined;

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
  // Not paid: uploads are refused, so that no mail changes data in the background.
  orderId = (await intake(program, { paid: false })).order_id;
  team = (await program.db.execute<Member>(sql`select id, email, password_hash from members`)).rows;
});
afterAll(() => program.stop());

const clearLimits = () => program.db.execute(sql`delete from rate_limits`);

let credentials: Record<string, string> = {};
const signIn = async (operation: Operation) => {
  // The examples' member is the calling Admin: an accepted call may have changed the sign-in data.
  for (const { id, email, password_hash } of team) {
    await program.db.execute(
      sql`update members set email = ${email}, email_key = ${email}, password_hash = ${password_hash} where id = ${id}`,
    );
  }
  credentials = await credentialsFor(program, operation, { role: "Admin", orderId });
};

const ENDS_THE_SESSION = ["/admin/logout", "/admin/change-password", "/admin/update-team-member"];

/** Sends a request and expects a success or a refusal in our envelope. @returns its status */
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
  const refusal = refusalSchema.safeParse(JSON.parse(body));
  expect(refusal.error, what).toBeUndefined();
  for (const { message } of refusal.data?.errors ?? []) expect(message, what).not.toMatch(VALIDATOR_TEXT);
  expect(body, what).not.toMatch(/<html|node_modules|drizzle|select \*|insert into|violates|syntax error/i);
  return response.status;
}

/** The fingerprint after all jobs of accepted requests have run, and messages that can still be stopped have left. */
async function settledFingerprint(): Promise<Record<string, string>> {
  await vi.waitFor(
    async () => {
      const { rows } = await program.db.execute(
        sql`select name from pgboss.job where state < 'completed' and (start_after <= now() or name = ${mailQueue.name})`,
      );
      expect(rows).toEqual([]);
    },
    { timeout: 90_000, interval: 20 },
  );
  return await databaseFingerprint(program.db);
}

/**
 * Sends every request and expects that refused ones change nothing. If some were accepted, the refused ones are sent
 * again, so that only refusals lie between the two fingerprints.
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

/** The JSON of a body with one field replaced by raw JSON or omitted. */
function withField(body: Record<string, unknown>, field: string, raw: string | undefined): string {
  const fields = Object.entries(body)
    .filter(([name]) => name !== field)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  if (raw !== undefined) fields.push(`${JSON.stringify(field)}:${raw}`);
  return `{${fields.join(",")}}`;
}

/** A value in a URL, escaped; invalid escapes are sent unchanged. */
function escaped(value: string): string {
  return value.includes("%") ? value : encodeURIComponent(value.toWellFormed());
}

/**
 * Schemas that were already tested with every value. Further fields with the same schema, in any operation, are tested
 * with a few; `npm run test:faults` tests each operation with all.
 */
const tried = new Set<string>();
const SHORT_JSON = Object.fromEntries(
  ["null", "minus one", "an empty object", "NUL inside", "half a surrogate pair", "letters that grow"].map((name) => [
    name,
    HOSTILE_JSON[name],
  ]),
);

const SHORT_TEXTS = Object.fromEntries(
  ["empty", "a script", "prototype", "NUL inside", "past 32 bits"].map((name) => [name, HOSTILE_TEXTS[name]]),
);
/** The texts to send in a field of a form or a URL, by its schema or, without one, its name. */
function textsFor(schema: string): Record<string, string> {
  if (isThorough) return HOSTILE_TEXTS;
  const texts = tried.has(`text ${schema}`) ? SHORT_TEXTS : HOSTILE_TEXTS;
  tried.add(`text ${schema}`);
  return texts as Record<string, string>;
}

/** Texts with which query fields are also sent as a list and as a record. */
const ALSO_REPEATED = new Set(["empty", "a script", "prototype", "NUL inside", "past 32 bits", "broken escapes"]);

const hasInput = ({ params, query, headers, body }: Operation) => Boolean(params ?? query ?? headers ?? body);
const operations = (await contractOperations()).filter(hasInput);

describe.each(operations)("$method $path", (operation) => {
  beforeEach(async () => {
    await clearLimits();
    await signIn(operation);
  });

  if (operation.body !== undefined && operation.fileField === undefined) {
    it("is safe from any value in any field of its body", async () => {
      const made = exampleCall(document, operation, true);
      const body = made.body ?? {};
      if (isThorough) tried.clear();
      const requests = [...Object.keys(body), "unknown", "__proto__"].flatMap((field) => {
        const schema = JSON.stringify(fieldSchema(document, operation, field) ?? field);
        const values = Object.entries({ ...(tried.has(schema) ? SHORT_JSON : HOSTILE_JSON), missing: undefined });
        tried.add(schema);
        return values.map(([name, raw]) => {
          const { url, init } = jsonRequest(operation, made, withField(body, field, raw));
          const what = `${field}: ${name}`;
          return { what, send: () => sendHostile(operation, url, init, what) };
        });
      });
      await expectHarmless(requests);
    }, 120_000);

    it("is safe from arbitrary JSON", async () => {
      const made = exampleCall(document, operation, true);
      const fields = Object.fromEntries(
        Object.entries(made.body ?? {}).map(([name, value]) => [name, fc.oneof(fc.constant(value), fc.jsonValue())]),
      );
      const arbitrary = fc.oneof(fc.record(fields, { requiredKeys: [] }), fc.jsonValue());
      await expectHarmless(
        fc.sample(arbitrary, RUNS).map((value) => {
          const body = JSON.stringify(value);
          const { url, init } = jsonRequest(operation, made, body);
          return { what: body, send: () => sendHostile(operation, url, init, body) };
        }),
      );
    }, 120_000);
  }

  if (operation.fileField !== undefined) {
    it("is safe from any text in any field of its form", async () => {
      const made = exampleCall(document, operation, true);
      const { [operation.fileField ?? ""]: _file, ...fields } = made.body ?? {};
      const requests = [...Object.keys(fields), "unknown", "__proto__"].flatMap((field) => {
        const schema = JSON.stringify(fieldSchema(document, operation, field) ?? field);
        const values = Object.entries({ ...textsFor(schema), missing: undefined, twice: "1" });
        return values.map(([name, value]) => {
          const { body: form } = bodyOf(operation, made) as { body: FormData };
          if (value === undefined) form.delete(field);
          else if (name === "twice") form.append(field, value);
          else form.set(field, value);
          const what = `${field}: ${name}`;
          return { what, send: () => sendHostile(operation, addressOf(operation, made), { body: form }, what) };
        });
      });
      await expectHarmless(requests);
    }, 120_000);
  }

  const { params, query } = operation;
  if (params !== undefined || query !== undefined) {
    it("is safe from any text in its URL", async () => {
      const made = exampleCall(document, operation, true);
      const { body, type } = bodyOf(operation, made);
      const init = { headers: { ...(type && { "content-type": type }), ...made.headers }, ...(body && { body }) };
      const texts = (field: string) => {
        const schema = JSON.stringify(parameterSchema(document, operation, field) ?? field);
        return Object.entries({
          ...textsFor(schema),
          "broken escapes": "%",
          another: "%zz",
          "overlong UTF-8": "%c0%af",
        });
      };
      const inPath = Object.keys(made.params).flatMap((field) =>
        texts(field).map(([name, value]) => ({
          what: `${field}: ${name}`,
          url: addressOf(operation, { ...made, params: { ...made.params, [field]: value } }, escaped),
        })),
      );
      const plain = addressOf(operation, { ...made, query: {} });
      const inQuery = Object.keys(query?.shape ?? {}).flatMap((field) =>
        texts(field).flatMap(([name, value]) => {
          const once = `${plain}?${field}=${escaped(value)}`;
          if (!isThorough && !ALSO_REPEATED.has(name)) return [{ what: `${field}: ${name}`, url: once }];
          return [
            { what: `${field}: ${name}`, url: once },
            { what: `${field} twice: ${name}`, url: `${once}&${field}=1` },
            { what: `${field}[]: ${name}`, url: `${plain}?${field}[]=${escaped(value)}&${field}[a]=1&__proto__[a]=1` },
          ];
        }),
      );
      await expectHarmless(
        [...inPath, ...inQuery].map(({ what, url }) => ({ what, send: () => sendHostile(operation, url, init, what) })),
      );
    }, 120_000);
  }

  if (operation.headers !== undefined) {
    it("is safe from any text in its headers", async () => {
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
