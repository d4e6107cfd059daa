import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeOrderId } from "#contract/orders/order-id.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { call, intake } from "#test/support/client.ts";
import { orderIn } from "#test/support/orders.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let token: string;
let wanted: number;
const others: number[] = [];

beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Admin");
  const first = await intake(program, {
    full_name: "Zoë  Ängström O'Neil",
    email: "Zoe.Angstrom+visa@Example.com",
    phone_code: "+94",
    telephone_number: "077 123-4567",
    passport_number: "N 0012345",
    transaction_id: "pi_3ABC%xyz\\7",
  });
  wanted = first.order_id;
  for (const given of [
    { full_name: "Aaron" },
    { full_name: "A_B", transaction_id: "pi_3ABCxxyz" },
    { full_name: "A 100" },
  ]) {
    others.push((await intake(program, { email: "other@example.org", ...given })).order_id);
  }
});
afterAll(() => program.stop());

const search = (searchVal: string, given: object = {}) =>
  call<OrderRow[]>(program.address, "POST", "/api/admin/search-order", {
    token,
    body: { start: 0, end: 100, searchVal, folderName: "newOrder", ...given },
  });
const found = async (searchVal: string, given: object = {}) => {
  const { body } = await search(searchVal, given);
  expect(body.total).toBe(body.data.length);
  return body.data.map(({ order_id }) => order_id).sort();
};

describe("an order is found by", () => {
  it.each([
    ["a part of its name", "ngstr"],
    ["its name without marks", "zoe angstrom"],
    ["its name in capitals", "ZOË"],
    ["its name without spaces", "zoeangstrom"],
    ["its name with more spaces", " zoe    angstrom "],
    ["an apostrophe", "o'neil"],
    ["combining marks", "Zoe\u0308"],
    ["full-width letters", "ＺＯＥ"],
    ["its e-mail", "zoe.angstrom+visa@example.com"],
    ["a part of its e-mail", "+VISA@"],
    ["its telephone with its code", "+94 077 123 4567"],
    ["its telephone without punctuation", "0771234567"],
    ["its telephone with other punctuation", "(077) 123.4567"],
    ["its passport", "N0012345"],
    ["its passport with spaces", "n 0012 345"],
    ["its transaction", "PI_3abc%XYZ\\7"],
    ["two letters", "oë"],
  ])("%s", async (_what, text) => {
    expect(await found(text)).toContain(wanted);
    expect(await found(text)).not.toContain(others[0]);
  });

  it("its id, plain, in part and in the route form @2-079", async () => {
    expect(await found(String(wanted))).toEqual([wanted]);
    expect(await found(` ${encodeOrderId(wanted)} `)).toEqual([wanted]);
    expect(await found(String(wanted).slice(0, 5))).toEqual([wanted, ...others].sort());
  });

  it("its encoded id only in the exact case", async () => {
    const encoded = encodeOrderId(wanted);
    expect(await found(encoded.toLowerCase())).not.toContain(wanted);
  });
});

describe("wildcards are literal", () => {
  it.each([
    ["%", "%x", ["wanted"]],
    ["a percent alone among letters", "a%o", []],
    ["_", "a_b", ["a_b"]],
    ["an underscore for a letter", "z_e", []],
    ["a backslash", "z\\7", ["wanted"]],
    ["two percents", "%%", []],
  ])("%s", async (_what, text, names) => {
    const ids: Record<string, number | undefined> = { wanted, a_b: others[1] };
    expect(await found(text)).toEqual(names.map((name) => ids[name]));
  });

  it("and a hit never spans two fields", async () => {
    expect(await found("o'neilzoe")).toEqual([]);
    expect(await found("o'neil example")).toEqual([]);
    expect(await found(`${wanted}zoe`)).toEqual([]);
  });
});

describe("a search", () => {
  it.each(["", " ", "z", " z ", "\u0301z"])("for fewer than two characters (%j) lists all @2-079", async (text) => {
    expect(await found(text)).toEqual([wanted, ...others].sort());
  });

  it("stays inside the named list, Order History without the deleted @2-079", async () => {
    const deleted = await orderIn(program, { status: "Deleted" }, { full_name: "Unmistakable Name" });
    const called = await orderIn(program, { status: "Customer Called" }, { full_name: "Unmistakable Name" });
    expect(await found("unmistakable", { folderName: "deletedOrder" })).toEqual([deleted]);
    expect(await found("unmistakable", { folderName: "customerCalledOrder" })).toEqual([called]);
    expect(await found("unmistakable", { folderName: "allOrder" })).toEqual([called]);
    expect(await found("unmistakable")).toEqual([]);
    expect(await found(encodeOrderId(called))).toEqual([]);
  });

  it("counts all hits and returns a window, in the requested sort", async () => {
    const rows = async (start: number, end: number, dir: string) => {
      const { body } = await search("10", { start, end, sort: "order_id", dir });
      expect(body.total).toBe(4);
      return body.data.map(({ order_id }) => order_id);
    };
    const all = [wanted, ...others];
    expect(await rows(0, 2, "asc")).toEqual(all.slice(0, 2));
    expect(await rows(2, 4, "asc")).toEqual(all.slice(2));
    expect(await rows(1, 3, "desc")).toEqual(all.toReversed().slice(1, 3));
    expect(await rows(2, 2, "asc")).toEqual([]);
    expect(await rows(50, 60, "asc")).toEqual([]);
  });

  it("refuses a window that ends before it starts", async () => {
    const { code, body } = await search("zoe", { start: 5, end: 4 });
    expect([code, body.errors?.[0]?.path]).toEqual([400, "end"]);
  });

  it("finds an order by the details of its payment", async () => {
    const { order_id: id } = await intake(program, { paid: false, full_name: "Payer" });
    const { code } = await call(program.address, "POST", `/api/intake/orders/${id}/payment`, {
      token: "intake-key-of-the-tests",
      body: { transaction_id: "late-transaction-77", merchant_name: "Merchant" },
    });
    expect(code).toBe(200);
    expect(await found("late-transaction", { folderName: "allOrder" })).toEqual([id]);
    expect(await found("payer", { folderName: "allOrder" })).toEqual([id]);
  });
});
