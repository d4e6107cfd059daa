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
    ...["Bestellung 100046", "Bestell-Nr. 100046", "Bestellnummer: 100046", "Ihre Auftragsnummer 100.046"],
    ...["Commande n° 100046", "Votre commande 100 046", "Numéro de commande : 100046", "N° 100046", "N°100046"],
    ...[
      "Nº 100046",
      "N.º 100046",
      "Pedido núm. 100046",
      "Número de pedido: 100046",
      "NÚMERO 100046",
      "nu\u0301mero 100046",
    ],
    ...[
      "Заказ № 100046",
      "Номер заказа: 100046",
      "заказ 100046",
      "订单号：100046",
      "訂單編號100046",
      "您的订单 100046。",
    ],
    ...["ऑर्डर नंबर: १०००४६", "ऑर्डर 100046", "ஆர்டர் எண்: 100046", "ඇණවුම් අංකය: 100046", "رقم الطلب: ١٠٠٠٤٦", "طلب 100046"],
    ...["MjAwMDky%20", "MjAwMDky=", "MjAwMDky==", "MjAwMDky%3D%3D", "MjAwMDky%2520", "MjAwMDky%E2%80%8B", "100046%20"],
    ...[
      "https://desk.example.com/track-order/MjAwMDky",
      "http://127.0.0.1:3000/track-order/MjAwMDky/?utm_source=mail&x=/track",
      "MjAwMDky?fbclid=1",
      "MjAwMDky%3Ffbclid=1&x=2",
      "MjAwMDky&amp;utm_source=mail",
      "100046#section=2",
      "desk.example.com/get-new-order-details/MjAwMDky#top",
      "<https://desk.example.com/track-order/MjAwMDky>",
      "https://desk.example.com/track-order/MjAwMDky%20",
      "https://desk.example.com/track-order/100046).",
      "https%3A%2F%2Fdesk.example.com%2Ftrack-order%2FMjAwMDky",
      "My link: https://desk.example.com/track-order/MjAwMDky.",
    ],
  ])("%j, as visitors of any language paste it", (text) => {
    expect(parseOrderId(text)).toBe(100_046);
  });

  it.each([
    ...["https://desk.example.com/track-order/", "https://desk.example.com/MjAwMDky", "/track-order/?id=100046"],
    ...["vol 100046", "%", "100%", "%E0%A4%A", "MjAw=MDky", "=MjAwMDky", "номер", "n° ", "MjQ2OB=="],
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
