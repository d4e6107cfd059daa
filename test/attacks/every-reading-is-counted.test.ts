import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import type { Operation } from "#contract/operation.ts";
import type { Role } from "#contract/roles.ts";
import {
  credentialsFor,
  type ExampleCall,
  exampleCall,
  type OpenApiDocument,
  openApiOf,
  send,
} from "#test/support/example-call.ts";
import { recordFiling } from "#test/support/filings.ts";
import { contractOperations, operationName } from "#test/support/operations.ts";
import { createScenario, PERSONAL, personalCall, type Scenario } from "#test/support/personal-calls.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { STAFF_ROUTES } from "#test/support/staff-routes.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

/** Facts of the order that no call sends. */
const FACTS = {
  telephone_number: "5550199123",
  place_of_stay: "Kestrel Villa 909",
  port_of_arrival: "Mattala Kestrel",
  date_of_birth: "1961-02-03",
  billing_name: "K. Estrel-Billing",
};
/** The stream sends ids, states and names of members; `live.test.ts` reads it. */
const STREAM = "GET /admin/events";
const WAIT = { timeout: 30_000, interval: 10 };

let program: TestProgram;
let document: OpenApiDocument;
let operations: Map<string, Operation>;
let passwordHash: string;

beforeAll(async () => {
  program = await startTestProgram({
    services: {
      viewLog: { writeMs: 10 },
      packRenderer: { render: async () => ({ bytes: plainPdf("a pack"), pages: 1 }), close: async () => undefined },
    },
  });
  document = await openApiOf(program);
  const { rows } = await program.db.execute<{ hash: string }>(
    sql`select password_hash as hash from members where role = 'Admin'`,
  );
  passwordHash = rows[0]?.hash ?? "";
  operations = new Map((await contractOperations()).map((each) => [operationName(each), each]));
});
afterAll(() => program.stop());

interface Counted {
  details: number;
  documents: number;
  mails: number;
  packs: number;
  rows: number;
  orders: number[];
}

/** What the view log holds of the Admin, over all hours. */
async function counted(): Promise<Counted> {
  const { rows } = await program.db.execute<Counted & Record<string, unknown>>(sql`
    select sum(details)::int as details, sum(documents)::int as documents, sum(mails)::int as mails,
           sum(packs)::int as packs, sum(rows)::int as rows, coalesce(json_agg(order_ids) -> 0, '[]') as orders
      from view_counts c join members m on m.id = c.member_id where m.role = 'Admin'`);
  const [found] = rows;
  return {
    details: found?.details ?? 0,
    documents: found?.documents ?? 0,
    mails: found?.mails ?? 0,
    packs: found?.packs ?? 0,
    rows: found?.rows ?? 0,
    orders: found?.orders ?? [],
  };
}

async function request(operation: Operation, made: ExampleCall, role: Role): Promise<Response> {
  return await send(program, operation, made, await credentialsFor(program, operation, { role, orderId: 0 }));
}

function operationOf(name: string): Operation {
  const operation = operations.get(name);
  if (operation === undefined) throw new Error(`${name} is not in the contract`);
  return operation;
}

/** Another member makes what the addresses of files name: only the Admin's calls are measured. @returns the parameters of the address */
const MAKE: Record<string, (scenario: Scenario) => Promise<Record<string, string>>> = {
  "GET /admin/documents/:documentId": async (scenario) => {
    const upload = operationOf("POST /admin/upload-visa-document");
    const answer = await request(upload, personalCall(document, upload, scenario), "Team");
    const { data } = (await answer.json()) as { data: { document: { id: number } } };
    return { documentId: String(data.document.id) };
  },
  "GET /admin/filing-receipts/:filingId": async ({ orderId }) => {
    const token = await program.signIn("Team");
    const { code, body } = await recordFiling(
      program.address,
      token,
      { orderId: String(orderId), confirm: "already_filed,duplicate" },
      plainPdf("receipt"),
    );
    expect([code, body.message]).toEqual([200, expect.anything()]);
    return { filingId: String(body.data.id) };
  },
  "GET /admin/defence-packs/:packId": async (scenario) => {
    const make = operationOf("POST /admin/get-defence-pack-pdf");
    const answer = await request(make, personalCall(document, make, scenario), "Team");
    return { packId: answer.headers.get("x-pack-id") ?? "" };
  },
};

/** Lists hold the order when nothing narrows them. */
const WHOLE_LIST: Record<string, Record<string, unknown>> = {
  "POST /admin/search-order": { start: 0, end: 10, searchVal: PERSONAL.name, folderName: "allOrder" },
  "POST /admin/find-orders": { searchVal: PERSONAL.name },
  "POST /admin/export-orders/:orderName": {},
};

/** Calls an operation as an Admin, in a state in which it answers. @returns its answer as text, and the order */
async function answerOf(name: string): Promise<{ code: number; text: string; orderId: number }> {
  const operation = operationOf(name);
  const { sessionIds, ...made } = await createScenario(program, name);
  const scenario = { ...made, sessionIds: sessionIds.slice(0, 1) };
  const { orderId, mailId } = scenario;
  await program.db.execute(sql`
    update orders set telephone_number = ${FACTS.telephone_number}, place_of_stay = ${FACTS.place_of_stay},
           port_of_arrival = ${FACTS.port_of_arrival}, date_of_birth = ${FACTS.date_of_birth},
           billing_name = ${FACTS.billing_name} where id = ${orderId}`);
  const given = { orderId: String(orderId), orderName: "allOrder", mailId: String(mailId) };
  const params: Record<string, string> = { ...given, ...(await MAKE[name]?.(scenario)) };
  const sent =
    operation.method === "GET"
      ? exampleCall(document, operation, false)
      : {
          ...personalCall(document, operation, scenario),
          ...(WHOLE_LIST[name] && { body: WHOLE_LIST[name], query: {} }),
        };
  for (const key of Object.keys(sent.params)) sent.params[key] = params[key] ?? sent.params[key] ?? "";
  const response = await request(operation, sent, "Admin");
  const text = await response.text();
  // After the calls about one's own password.
  await program.db.execute(sql`update members set password_hash = ${passwordHash} where role = 'Admin'`);
  return { code: response.status, text, orderId };
}

const named = Object.entries(STAFF_ROUTES).filter(([name]) => name !== STREAM);

describe("an operation that shows an order", () => {
  const opening = named.filter(([, { shows }]) => shows !== "nothing" && shows !== "rows");

  it.each(opening)("%s stands in the view log with the order", async (name, { shows }) => {
    const before = await counted();
    const { code, text, orderId } = await answerOf(name);
    expect([code, text.slice(0, 300)]).toEqual([200, expect.anything()]);
    await vi.waitFor(async () => {
      const after = await counted();
      expect(after[shows as "details"] - before[shows as "details"]).toBe(1);
      expect(after.orders).toContain(orderId);
    }, WAIT);
  });

  it.each(opening)("%s is refused beyond 5,000 in an hour", async (name) => {
    const operation = operationOf(name);
    await program.db.execute(sql`
      insert into rate_limits (key, points, expire)
      select 'details:' || id, 5000, ${Date.now() + 3_600_000} from members where role = 'Manager'
      on conflict (key) do update set points = 5000`);
    const scenario = await createScenario(program, name);
    const response = await request(operation, personalCall(document, operation, scenario), "Manager");
    const body = (await response.json()) as { message: string };
    expect([response.status, body.message]).toEqual([429, MESSAGES.rateLimited]);
  });
});

describe("an operation that shows rows of orders", () => {
  it.each(named.filter(([, { shows }]) => shows === "rows"))("%s is counted by them", async (name) => {
    const before = await counted();
    const { code, text } = await answerOf(name);
    expect([code, text.slice(0, 300)]).toEqual([200, expect.anything()]);
    await vi.waitFor(async () => expect((await counted()).rows).toBeGreaterThan(before.rows), WAIT);
  });
});

describe("an operation that shows nothing of an order", () => {
  it.each(named.filter(([, { shows }]) => shows === "nothing"))("%s holds no fact of it", async (name) => {
    const { code, text } = await answerOf(name);
    // 422: the member of this address was added by the call before.
    expect([[200, 422].includes(code), text.slice(0, 300)]).toEqual([true, expect.anything()]);
    for (const fact of Object.values(FACTS)) expect(text).not.toContain(fact);
  });
});
