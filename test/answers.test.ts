import { describe, expect, it } from "vitest";
import * as z from "zod";
import { successSchema } from "#contract/envelope.ts";
import { checkInput, writeAnswer } from "#server/platform/http/schemas.ts";
import { contractOperations } from "#test/support/operations.ts";

/** A schema's JSON Schema as input or output, without `additionalProperties: false`, which only outputs have. */
function described(schema: z.ZodType, io: "input" | "output"): unknown {
  const text = JSON.stringify(z.toJSONSchema(schema, { io }));
  return JSON.parse(text, (key, value: unknown) =>
    key === "additionalProperties" && value === false ? undefined : value,
  );
}

describe.each(await contractOperations())("the answer of $method $path", (operation) => {
  it("has a schema without transforms and defaults: its input and output are the same", () => {
    if (operation.binary !== undefined) return;
    const schema = successSchema(operation.data, operation.extra ?? {});
    expect(described(schema, "output")).toEqual(described(schema, "input"));
  });
});

describe("a response", () => {
  const at = { method: "GET", url: "/orders", httpStatus: "2xx" };
  const schema = z.object({ id: z.int(), at: z.iso.datetime(), name: z.string().optional() });

  it("omits fields that the contract doesn't define", () => {
    const write = writeAnswer({ ...at, schema });
    const answer = { id: 1, at: "2026-03-01T14:05:09.000Z", passwordHash: "secret" };
    expect(write(answer)).toBe('{"id":1,"at":"2026-03-01T14:05:09.000Z"}');
  });

  it.each([
    ["of another type", { id: "1", at: "2026-03-01T14:05:09.000Z" }],
    ["out of its range", { id: 1, at: "yesterday" }],
    ["incomplete", { id: 1 }],
  ])("that is %s is never sent", (_what, answer) => {
    expect(() => writeAnswer({ ...at, schema })(answer)).toThrow("Response doesn't match the schema");
  });
});

it("reports each invalid field with its own message, although the check is generated code", () => {
  const schema = z.object({ id: z.int({ error: "id is a whole number." }), name: z.string({ error: "Who?" }) });
  const check = checkInput({ method: "POST", url: "/orders", httpPart: "body", schema });
  expect(check({ id: "1" })).toMatchObject({
    error: [
      { instancePath: "/id", message: "id is a whole number." },
      { instancePath: "/name", message: "Who?" },
    ],
  });
  expect(check({ id: 1, name: "Amara", more: true })).toEqual({ value: { id: 1, name: "Amara" } });
});
