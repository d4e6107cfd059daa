import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderRow } from "#contract/orders/orders.ts";
import { orderSearch } from "#server/platform/db/schema.ts";
import { call, intake } from "#test/support/client.ts";
import { correctionCalls } from "#test/support/corrections.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { rewriteOldSearchTexts } from "./search-text.jobs.ts";

let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Admin");
});
afterAll(() => program.stop());

async function found(searchVal: string): Promise<number[]> {
  const body = { start: 0, end: 100, searchVal, folderName: "newOrder" };
  const answer = await call<OrderRow[]>(program.address, "POST", "/api/admin/search-order", { token, body });
  return answer.body.data.map(({ order_id }) => order_id).sort();
}

describe("a name is found", () => {
  it.each([
    ["Seán O’Brien", "O'Brien"],
    ["Seán O’Brien", "obrien sean"],
    ["Nuala O'Connor-Ryan", "oconnor ryan"],
    ["Łukasz Wiśniewski", "lukasz"],
    ["Đặng Thị Ngọc", "ngoc dang"],
    ["Jürgen Weiß", "Weiss"],
    ["Jürgen Weiß", "JUERGEN WEISS"],
    ["Guenther Mueller", "Günther Müller"],
    ["Øystein Håkonsen", "Hakonsen Oystein"],
    ["Øystein Håkonsen", "OEYSTEIN HAAKONSEN"],
    ["Anne‑Marie Dupont", "Dupont Anne-Marie"],
    ["Anne‑Marie Dupont", "marie dupont anne"],
    ["محمـــد علي", "علي محمد"],
    ["山田 太郎", "太郎"],
    ["Kamal A. Perera", "K A Perera"],
    ["Anne‑Marie Dupont", "Dupont, Anne-Marie"],
    ["Jane Roe", "ROE,JANE"],
  ])("%s by %s", async (name, text) => {
    const { order_id: id } = await intake(program, { full_name: name, email: "name@example.org" });
    expect(await found(text)).toContain(id);
  });

  it("by words of its name only where all of them are in it", async () => {
    const { order_id: id } = await intake(program, { full_name: "Rosa Lind", email: "maria@example.org" });
    expect(await found("rosa lind")).toContain(id);
    for (const text of ["rosa maria", "rosa lindt", "lind rosa x"]) expect(await found(text)).not.toContain(id);
    // Anything else than words of a name is looked for as a whole.
    expect(await found("rosa 1000")).toEqual([]);
  });

  it("with signs that mean something in a pattern", async () => {
    const { order_id: id } = await intake(program, { full_name: "Ray (Jr.) [Bob] A+B", email: "name@example.org" });
    for (const text of ["(jr.) ray", "[bob] ray", "a+b (jr.)", "ray $jr ^"]) {
      expect((await found(text)).includes(id), text).toBe(!text.includes("$"));
    }
  });
});

describe("a telephone number is found", () => {
  it.each([
    ["+44", "07912 654321", ["+44 7912 654321", "+447912654321", "07912-654321", "+44 (0)7912 654321", "7912 654321"]],
    ["+44", "7911 123456", ["07911 123456", "00447911123456", "0044 (0) 7911 123456", "011 44 7911 123456"]],
    [null, "+44 (0)7913 654321", ["+447913654321", "07913 654321", "0011 44 7913 654321"]],
    ["+1", "415-555-2671 x204", ["(415) 555-2671", "+1 415 555 2671", "1.415.555.2671", "415-555-2671 ext. 204"]],
    ["+7", "9161234567", ["8 916 123-45-67", "+7 (916) 123-45-67"]],
    ["+36", "30 123 4567", ["06 30 123 4567", "+36 30 123 4567"]],
    ["+39", "06 1234 5678", ["+39 06 1234 5678", "06 12345678"]],
    ["+20", "٠١٠ ١٢٣٤ ٥٦٧٨", ["010 1234 5678", "+20 10 1234 5678", "٠١٠ ١٢٣٤ ٥٦٧٨"]],
  ])("%s %s", async (phoneCode, number, searches) => {
    const { order_id: id } = await intake(program, { phone_code: phoneCode, telephone_number: number });
    for (const text of searches) expect(await found(text), text).toContain(id);
  });

  it("by no other number", async () => {
    const { order_id: id } = await intake(program, { phone_code: "+44", telephone_number: "07400 123456" });
    for (const text of ["+44 7400 123457", "0044 7400 123457", "17400 123456"]) {
      expect(await found(text), text).not.toContain(id);
    }
  });
});

describe("texts of an older version", () => {
  const setOld = (id: number) =>
    program.database.db
      .update(orderSearch)
      .set({ searchText: "old text", textVersion: 1 })
      .where(eq(orderSearch.orderId, id));

  it("are written anew, each once", async () => {
    const { order_id: id } = await intake(program, { full_name: "Łucja Kowalska" });
    await setOld(id);
    expect(await found("lucja")).toEqual([]);
    expect(await rewriteOldSearchTexts(program.database.db)).toBe(1);
    expect(await found("lucja")).toEqual([id]);
    expect(await rewriteOldSearchTexts(program.database.db)).toBe(0);
  });

  it("never undo a correction at the same time", async () => {
    const { order_id: id } = await intake(program, { full_name: "Before Correction" });
    await setOld(id);
    const { db } = program.database;
    const [written] = await Promise.all([
      rewriteOldSearchTexts(db),
      correctionCalls(program, token).correct(id, { full_name: "After Correction" }),
    ]);
    expect(written).toBeLessThanOrEqual(1);
    expect(await found("after correction")).toEqual([id]);
    expect(await found("before correction")).toEqual([]);
  });
});
