import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import type { Operation } from "#contract/operation.ts";
import { call } from "#test/support/client.ts";
import { VALIDATOR_TEXT } from "#test/support/hostile-values.ts";
import { contractOperations, operationName } from "#test/support/operations.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

/** Values of every type, of which each field refuses some. */
const WRONG: unknown[] = [
  undefined,
  null,
  true,
  -1,
  0,
  1.5,
  1e20,
  "",
  "x",
  "usd",
  "x".repeat(20_000),
  [],
  [null],
  ["x"],
  Array.from({ length: 20 }, () => "x"),
  {},
  { a: 1 },
  { id: {} },
];

const operations = await contractOperations();

/** The schemas of objects at and below this one, with the place of each. */
function objectsIn(schema: z.ZodType | undefined, path: string[] = []): { path: string[]; shape: z.ZodRawShape }[] {
  if (schema === undefined || path.length > 3) return [];
  if (schema instanceof z.ZodObject) {
    const inner = Object.entries(schema.shape).flatMap(([name, field]) =>
      objectsIn(field as z.ZodType, [...path, name]),
    );
    return [{ path, shape: schema.shape }, ...inner];
  }
  const { def } = schema._zod as { def: { innerType?: z.ZodType; in?: z.ZodType } };
  return objectsIn(def.innerType ?? def.in, path);
}

function nested(path: readonly string[], value: unknown): unknown {
  return path.reduceRight((inner, name) => ({ [name]: inner }), value);
}

/** The texts of everything that a schema refuses when one field at a time has a wrong value. */
function refusalsOf(schema: z.ZodType): string[] {
  const fields = objectsIn(schema).flatMap(({ path, shape }) => Object.keys(shape).map((name) => [...path, name]));
  const given = [...WRONG, ...fields.flatMap((path) => WRONG.map((value) => nested(path, value)))];
  return given.flatMap((value) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []);
}

const parts = ({ params, query, headers, body }: Operation) =>
  [params, query, headers, body].filter((part): part is z.ZodType => part !== undefined);

describe("an operation refuses wrong values in sentences of our own", () => {
  const withInput = operations.filter((each) => parts(each).length > 0);

  it.each(withInput.map((each) => [operationName(each), each] as const))("%s", (_name, operation) => {
    const messages = new Set(parts(operation).flatMap(refusalsOf));
    expect(messages.size).toBeGreaterThan(0);
    expect([...messages].filter((message) => VALIDATOR_TEXT.test(message))).toEqual([]);
  });
});

describe("the program", () => {
  let program: TestProgram;
  beforeAll(async () => {
    program = await startTestProgram();
  });
  afterAll(() => program.stop());

  it.each([
    ["currency", "usd", "currency must be an ISO 4217 code."],
    ["card_country", "gb", "card_country must be an ISO 3166-1 alpha-2 code."],
    ["card_last4", "424", "card_last4 is four digits."],
    ["amount", "1,299.00", "amount must be a decimal string."],
    ["purchase_ip", "300.1.1.1", "purchase_ip must be an IP address."],
    ["paid", "yes", "paid must be true or false."],
    ["paid_at", "yesterday", "An instant must be ISO 8601 with its time zone."],
  ])("says what is right for %s", async (field, value, message) => {
    const order = { full_name: "N. Perera", email: "a@b.example", nationality: "GB", arrival_date: "2027-03-01" };
    const { code, body } = await call(program.address, "POST", "/api/intake/orders", {
      headers: { authorization: `Bearer ${INTAKE_KEY}`, "idempotency-key": `wrong-${field}` },
      body: { ...order, paid: true, [field]: value },
    });
    expect([code, body.message, body.errors]).toEqual([400, message, [{ path: field, message }]]);
  });

  it("answers calls through the compiled schemas alike", async () => {
    const token = await program.signIn("Manager");
    const post = async (path: string, body: unknown) =>
      (await call(program.address, "POST", `/api/admin/${path}`, { token, body })).body.errors;
    const view = { name: "x", list: "newOrder", definition: { filter: {}, columns: [{ column: "nothing" }] } };
    for (const errors of [await post("save-view", view), await post("service-settings", { before: undefined })]) {
      expect(errors?.length).toBeGreaterThan(0);
      for (const { message } of errors ?? []) expect(message).not.toMatch(VALIDATOR_TEXT);
    }
  });
});
