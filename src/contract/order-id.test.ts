import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeOrderId, encodeOrderId, MAX_ORDER_ID, parseOrderId } from "./order-id.ts";
import { orderIdSchema } from "./order-id-schema.ts";

const anyId = fc.integer({ min: 1, max: MAX_ORDER_ID });
const BASE64 = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"];

describe("the route form of an order id", () => {
  it("is the doubled id in base64 without padding @2-058", () => {
    expect(encodeOrderId(1234)).toBe("MjQ2OA");
    expect(encodeOrderId(100_001)).toBe(Buffer.from("200002").toString("base64").replace(/=+$/, ""));
  });

  it("decodes to the same id, for every id @2-059", () => {
    fc.assert(fc.property(anyId, (id) => decodeOrderId(encodeOrderId(id)) === id));
  });

  it("is parsed like plain digits, with surrounding spaces", () => {
    fc.assert(
      fc.property(anyId, (id) => {
        expect(parseOrderId(` ${id} `)).toBe(id);
        expect(parseOrderId(` ${encodeOrderId(id)}\n`)).toBe(id);
      }),
    );
  });

  it("is refused for values that are not ids", () => {
    for (const id of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, MAX_ORDER_ID + 1]) {
      expect(() => encodeOrderId(id)).toThrow(RangeError);
    }
  });
});

describe("decoding", () => {
  it("accepts only what encoding produces @2-059", () => {
    const alphabet = fc.string({ unit: fc.constantFrom(...BASE64, "="), minLength: 0, maxLength: 24 });
    fc.assert(
      fc.property(fc.oneof(alphabet, fc.string()), (text) => {
        const id = decodeOrderId(text);
        expect(id === null || encodeOrderId(id) === text).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["padding", "MjQ2OA=="],
    ["an odd number", Buffer.from("2469").toString("base64")],
    ["zero", Buffer.from("0").toString("base64").replace(/=+$/, "")],
    ["a leading zero", Buffer.from("02468").toString("base64").replace(/=+$/, "")],
    ["a sign", Buffer.from("-2468").toString("base64").replace(/=+$/, "")],
    ["text", Buffer.from("order").toString("base64").replace(/=+$/, "")],
    ["a number past the exact ones", Buffer.from("18014398509481984").toString("base64").replace(/=+$/, "")],
    ["one stray bit at the end", "MjQ2OB"],
    ["a length that base64 never has", "MjQ2O"],
    ["the address alphabet", "MjQ2_-"],
    ["nothing", ""],
  ])("refuses %s", (_what, text) => {
    expect(decodeOrderId(text)).toBeNull();
    expect(parseOrderId(text)).toBeNull();
  });
});

describe("an order id on the wire", () => {
  it.each([1, "1", "100001", MAX_ORDER_ID, String(MAX_ORDER_ID)])("accepts %j", (id) => {
    expect(orderIdSchema.parse(id)).toBe(Number(id));
  });

  it.each([0, -1, 1.5, "", " 1", "1e3", "0x10", "-1", MAX_ORDER_ID + 1, "99999999999999999", null, [1], {}, true])(
    "refuses %j",
    (id) => {
      expect(orderIdSchema.safeParse(id).error?.issues.map(({ message }) => message)).toEqual([
        "This is not an order id.",
      ]);
    },
  );
});
