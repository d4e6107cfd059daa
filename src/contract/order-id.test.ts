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
    if (!text.includes("=")) expect(parseOrderId(text)).toBeNull();
  });
});

describe("an order id as people write it", () => {
  it.each([
    ...[
      "100046",
      "#100046",
      "# 100046",
      "No. 100046",
      "no.100046",
      "Nr 100046",
      "№ 100046",
      "Order 100046",
      "ORDER #100046",
    ],
    ...[
      "Order ID: 100046",
      "order number 100046",
      "Your order 100046.",
      "(order 100046)",
      "100,046",
      "100 046",
      "100.046",
    ],
    ...[
      "100'046",
      "100\u00a0046",
      "100046.",
      "100046)",
      '"100046"',
      "«100046»",
      "１０００４６",
      "١٠٠٠٤٦",
      "१०००४६",
      "௧௦௦௦௪௬",
    ],
    ...[
      "100046\u200b",
      "\u202a100046\u202c",
      "MjAwMDky",
      "MjAwMDky)",
      "MjAwMDky.",
      "MjAwMDky/",
      "MjAwMDky>",
      "<MjAwMDky>",
      " MjAwMDky,",
    ],
  ])("%j", (text) => {
    expect(parseOrderId(text)).toBe(100_046);
  });

  it.each([
    ...[
      "",
      "#",
      "Order",
      "100046 100047",
      "10,0046",
      "1000,46",
      "100046a",
      "UL 504",
      "flight 504",
      "+94 77 1234",
      "-100046-1",
    ],
    ...["0", "000", "99999999999999999", "order order order order order 100046", "1e5", "0x10", "१०००४६x"],
  ])("%j is none", (text) => {
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
