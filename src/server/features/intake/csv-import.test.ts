import { hash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { orderEventPayloads, orders } from "#server/platform/db/schema.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { createGatewaysService } from "../gateways/gateways.service.ts";
import { createReceivedOrdersService } from "../orders/intake/received-orders.service.ts";
import { createTimelineService } from "../timeline/timeline.service.ts";
import { createCsvImport } from "./csv-import.service.ts";
import type { BadLine } from "./csv-import-lines.ts";

const NOW = new Date("2026-03-10T08:00:00Z");
const HEADER = "full_name,email,nationality,arrival_date,paid";
const GOOD = "N. K. Perera,traveller@example.com,GB,2026-03-11,yes";

let database: TestDatabase;
let folder: string;
let csv: ReturnType<typeof createCsvImport>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "csv-import-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(): Promise<void> {
  database = await createTestDatabase();
  const { db } = database;
  const gateways = createGatewaysService({ db });
  await gateways.ensure(["Stripe"]);
  const timeline = createTimelineService();
  const receivedOrders = createReceivedOrdersService({ timeline, filingWindowDays: 3, gateways });
  csv = createCsvImport({ db, now: () => NOW, gateways, receivedOrders });
}

let files = 0;
async function fileOf(content: string | Buffer): Promise<string> {
  files += 1;
  const file = path.join(folder, `${files}.csv`);
  await writeFile(file, content);
  return file;
}

async function checkOf(content: string | Buffer) {
  const bad: BadLine[] = [];
  const check = await csv.check(await fileOf(content), (line) => bad.push(line));
  return { ...check, lines: bad };
}

const importAll = async (file: string, options: Partial<Parameters<typeof csv.insert>[2]> = {}) =>
  await csv.insert(file, await csv.check(file, () => undefined), { onProgress: () => undefined, ...options });

describe("checking a file", () => {
  beforeAll(open);
  afterAll(() => database.drop());

  it("counts the queues of the valid lines and stores nothing", async () => {
    const { good, bad, queues } = await checkOf(
      [
        `${HEADER},processing_mode`,
        `${GOOD},`,
        `${GOOD},Priority`,
        "Zoë 王,a@example.com,France,2026-09-01,1,Standard",
        "A,a@example.com,LK,2026-03-11,no,",
      ].join("\n"),
    );
    expect({ good, bad, queues: Object.fromEntries(queues) }).toEqual({
      good: 4,
      bad: 0,
      queues: { New: 1, Priority: 1, Future: 1, Pending: 1 },
    });
    expect(await database.db.$count(orders)).toBe(0);
  });

  it("reports line, column and reason of every error", async () => {
    const { lines, good } = await checkOf(
      [
        `${HEADER},gateway_id,created_at,place_of_stay`,
        `${GOOD},1,2025-01-01T00:00:00Z,"two`,
        'lines, 5"',
        ",nobody,GB,2026-02-30,maybe,x,yesterday,",
        `${GOOD},99,,`,
        `${GOOD},,2026-03-10T08:00:01Z,`,
        `${GOOD}`,
        "",
        `=1+1,a@example.com,GB,2026-03-11,1,,,"@SUM(1)"`,
        `a\0b,a@example.com,GB,2026-03-11,1,,,+94 77 1`,
      ].join("\r\n"),
    );
    expect(good).toBe(1);
    expect(
      lines.map(({ line, problems }) => [line, problems.map(({ column, message }) => `${column}: ${message}`)]),
    ).toEqual([
      [
        4,
        [
          "full_name: full_name is required.",
          "email: email is not an e-mail address.",
          "arrival_date: A date must be YYYY-MM-DD.",
          "paid: paid must be true, false, yes, no, 1 or 0.",
          "gateway_id: gateway_id must be a whole number.",
          "created_at: An instant must be ISO 8601 with its time zone.",
        ],
      ],
      [5, ["gateway_id: This gateway does not exist."]],
      [6, ["created_at: created_at is in the future."]],
      [7, [": The line has 5 cells, the header has 8."]],
      [
        9,
        [
          "full_name: The cell begins like a spreadsheet formula.",
          "place_of_stay: The cell begins like a spreadsheet formula.",
        ],
      ],
      [10, ["full_name: The cell has a NUL character."]],
    ]);
  });

  it("accepts semicolons, a byte order mark, old line ends and columns in any sequence", async () => {
    const text = "\ufeffPaid;email;arrival_date;nationality;full_name\r1;a@example.com;2026-03-11;GB;Ann, the first\r";
    expect((await checkOf(text)).good).toBe(1);
    expect((await checkOf(Buffer.from(text.replaceAll("\r", "\r\n")))).good).toBe(1);
  });

  const text = (problems: BadLine["problems"]) => problems.map(({ column, message }) => `${column}: ${message}`);

  it.each([",", ";", "|", "\t"])("reads a first line that names the separator %j", async (separator) => {
    const table = [HEADER, GOOD, "Ann,nobody,GB,2026-03-11,1"].join("\r\n").replaceAll(",", separator);
    for (const first of [`sep=${separator}`, `\ufeffSEP=${separator}`, `"sep=${separator}"`]) {
      const { good, lines } = await checkOf(`${first}\r\n${table}\r\n`);
      expect([good, lines.map(({ line }) => line)]).toEqual([1, [4]]);
    }
    const unknown = checkOf(`sep=${separator}\n${table.replace("paid", "colour")}`);
    await expect(unknown).rejects.toMatchObject({ line: 2, message: expect.stringContaining('column "colour"') });
  });

  it("ignores columns without a name, but not a value in one", async () => {
    const header = "full_name,,email,nationality,arrival_date,paid,,";
    const [name, ...rest] = GOOD.split(",");
    const { good, lines } = await checkOf(
      [header, `${name},,${rest},,`, `${name},,${rest}`, `${name},,${rest},,,,,`, `${name},x,${rest},,`]
        .concat(`${name},,${rest},,x`)
        .join("\n"),
    );
    expect(good).toBe(3);
    expect(lines.map(({ line, problems }) => [line, text(problems)])).toEqual([
      [5, [": Cell 2 has a value, but its column has no name."]],
      [6, [": The line has 8 cells, the header has 6."]],
    ]);
  });

  it.each([
    ["telephone_number", "4.47701E+11"],
    ["telephone_number", "4,47701e+11"],
    ["telephone_number", "447700900123.0"],
    ["telephone_number", "########"],
    ["telephone_number", "#N/A"],
    ["telephone_number", "#WERT!"],
    ["phone_code", "44.0"],
    ["passport_number", "1.23457E+08"],
    ["passport_number", "5E+10"],
    ["transaction_id", "1.00046E+05"],
    ["flight_number", "#NAME?"],
  ])("refuses a %s that a spreadsheet has changed to %s, by its column", async (column, cell) => {
    const { lines } = await checkOf(`${HEADER},${column}\n${GOOD},"${cell}"\n`);
    expect(text(lines[0]?.problems ?? [])).toEqual([
      `${column}: A spreadsheet has changed this value to ${cell}. Format its column as text and enter it again.`,
    ]);
  });

  it.each([
    ["phone_code", "+(44)"],
    ["telephone_number", "(077) 1234567"],
    ["telephone_number", "+(94) 77-1234567"],
    ["place_of_stay", "- Villa Rosa (2nd floor)"],
    ["place_of_stay", "-Villa Rosa"],
    ["place_of_stay", "- A12 Galle Road"],
    ["place_of_stay", "+Hotel Zoë!"],
    ["place_of_stay", "#12 Galle Road"],
    ["passport_number", "1E234567"],
  ])("takes the %s %s as it is", async (column, cell) => {
    expect(await checkOf(`${HEADER},${column}\n${GOOD},"${cell}"\n`)).toMatchObject({ good: 1, lines: [] });
  });

  it.each(["=1+1", "@SUM(1)", "+SUM(A1)", "- cmd|' /C calc'!A0", "-(Sum(1))", "+A1", "-$A$1+B2", "+Sheet1!A1", "-=1"])(
    "refuses the formula %s",
    async (cell) => {
      const { lines } = await checkOf(`${HEADER},place_of_stay\n${GOOD},"${cell}"\n`);
      expect(text(lines[0]?.problems ?? [])).toEqual(["place_of_stay: The cell begins like a spreadsheet formula."]);
    },
  );

  it.each([
    ["an empty file", "", 1, "first line names the columns"],
    ["unknown columns", `${HEADER},colour\n`, 1, /Unknown column "colour"\.\nKnown columns: full_name, .*created_at\./],
    ["missing columns", "full_name,email\n", 1, /nationality is missing\.\nThe column arrival_date is.*\n.*paid is/],
    ["a column twice", `${HEADER},paid\n`, 1, "Two columns paid."],
    ["an open quote", `${HEADER}\n${GOOD}\n"open\n`, 3, "never closed"],
    ["a stray quote", `${HEADER}\n${GOOD}\n"a"b,c\n`, 3, "Unexpected quote"],
    ["bytes that are not UTF-8", Buffer.from(`${HEADER}\n${GOOD}\nZo\xeb,\n`, "latin1"), 3, "not UTF-8"],
    [
      "a character cut off at the end",
      Buffer.concat([Buffer.from(`${HEADER}\n`), Buffer.from([0xc3])]),
      2,
      "not UTF-8",
    ],
    ["UTF-16", Buffer.from(`\ufeff${HEADER}`, "utf16le"), 1, "not UTF-8"],
    ["a field of 10 MB", `${HEADER}\n${GOOD}\n"${"x".repeat(10_000_000)}",a\n`, 3, "longer than 65536 characters"],
  ])("refuses %s", async (_name, content, line, message) => {
    const refused = checkOf(content);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toMatchObject({ line });
  });
});

describe("importing a file", () => {
  beforeEach(open);

  it("drops the apostrophe that marks a number as text, and no other", async () => {
    const header = `${HEADER},phone_code,telephone_number,place_of_stay`;
    const line = `${GOOD},'+94,'0771234567,`;
    await importAll(await fileOf([header, `${line}'t Hof`, `${line}'12 Galle Road'`].join("\n")));
    const stored = await database.db
      .select({ code: orders.phoneCode, number: orders.telephoneNumber, stay: orders.placeOfStay })
      .from(orders)
      .orderBy(orders.id);
    expect(stored).toEqual([
      { code: "+94", number: "0771234567", stay: "'t Hof" },
      { code: "+94", number: "0771234567", stay: "'12 Galle Road'" },
    ]);
  });
  afterEach(() => database.drop());

  const many = (count: number) =>
    [HEADER, ...Array.from({ length: count }, (_, n) => GOOD.replace("Perera", `Perera ${n}`))].join("\n");

  it("stores each line once, with the source import", async () => {
    const file = await fileOf(many(3));
    expect(await importAll(file)).toEqual({ imported: 3, alreadyThere: 0, isStopped: false });
    expect(await importAll(file)).toEqual({ imported: 0, alreadyThere: 3, isStopped: false });
    expect(await database.db.$count(orders)).toBe(3);
    const [payload] = await database.db.select().from(orderEventPayloads);
    expect(payload?.data).toEqual({ status: "New", source: "import" });
  });

  it("continues after an interruption, even under another file name", async () => {
    const content = many(4500);
    const first = await importAll(await fileOf(content), {
      onProgress: () => undefined,
      signal: abortedAfterFirstBatch(),
    });
    expect(first).toEqual({ imported: 2000, alreadyThere: 0, isStopped: true });
    const second = await importAll(await fileOf(content));
    expect(second).toEqual({ imported: 2500, alreadyThere: 2000, isStopped: false });
    expect(await database.db.$count(orders)).toBe(4500);
    const { rows } = await database.pool.query("select full_name from orders order by id");
    expect(rows.map(({ full_name }) => full_name.split(" ").at(-1))).toEqual(
      Array.from({ length: 4500 }, (_, n) => String(n)),
    );
  });

  it("skips lines whose key exists, anywhere in the file", async () => {
    const file = await fileOf(many(9000));
    const check = await csv.check(file, () => undefined);
    const key = hash("sha256", `import:${check.hash}:8500`, "buffer");
    await database.pool.query(
      "insert into intake_requests (key_hash, request_hash, created_at) values ($1, $1, now())",
      [key],
    );
    const outcome = await csv.insert(file, check, { onProgress: () => undefined });
    expect(outcome).toEqual({ imported: 8999, alreadyThere: 1, isStopped: false });
    const { rows } = await database.pool.query(
      "select count(*)::int as n from orders where full_name = 'N. K. Perera 8498'",
    );
    expect(rows).toEqual([{ n: 0 }]);
    expect(await database.db.$count(orders)).toBe(8999);
  });

  it("stores nothing twice when two imports of one file run concurrently", async () => {
    const file = await fileOf(many(5000));
    const [one, other] = await Promise.all([importAll(file), importAll(file)]);
    expect((one?.imported ?? 0) + (other?.imported ?? 0)).toBe(5000);
    expect((one?.alreadyThere ?? 0) + (other?.alreadyThere ?? 0)).toBe(5000);
    expect(await database.db.$count(orders)).toBe(5000);
  });

  it("stores whole batches and nothing of the failed one, and the rest later", async () => {
    const content = many(2500).replace("Perera 2100,", "Perera Refused,");
    await database.pool.query("alter table orders add constraint no_such check (full_name not like '%Refused')");
    const file = await fileOf(content);
    await expect(importAll(file)).rejects.toThrow();
    await expect(importAll(file)).rejects.toThrow();
    for (const table of ["orders", "order_search", "order_events", "order_event_payloads", "intake_requests"]) {
      const { rows } = await database.pool.query(`select count(*)::int as n from ${table}`);
      expect([table, rows[0]?.n]).toEqual([table, 2000]);
    }
    await database.pool.query("alter table orders drop constraint no_such");
    expect(await importAll(file)).toEqual({ imported: 500, alreadyThere: 2000, isStopped: false });
  });

  it("keeps the creation time and decides the queue as of now", async () => {
    const createdAt = "2025-12-01T10:00:00+05:30";
    await importAll(await fileOf(`${HEADER},created_at\n${GOOD},${createdAt}\n`));
    const [order] = await database.db.select().from(orders);
    expect(order).toMatchObject({
      createdAt: new Date(createdAt),
      paidAt: new Date(createdAt),
      status: "New",
      processingDate: "2026-03-08",
      statusChangedAt: NOW,
    });
  });

  it("skips invalid lines", async () => {
    const outcome = await importAll(await fileOf(`${HEADER}\n${GOOD}\nbad\n${GOOD}\n`));
    expect(outcome.imported).toBe(2);
  });

  /** True on the second call: the batch in progress is stored, the next one is not. */
  function abortedAfterFirstBatch(): AbortSignal {
    const asked = [false];
    return {
      get aborted() {
        return asked.push(true) > 2;
      },
    } as unknown as AbortSignal;
  }
});
