import { afterAll, beforeAll, expect, it } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { asVisitor, credentialsFor, type OpenApiDocument, openApiOf, send } from "#test/support/example-call.ts";
import { FACTOR_CALLS, prepareFactorCall, whileWithPasskey } from "#test/support/factor-calls.ts";
import { type CapturedLog, captureLog, expectNothingPersonal, personalValues } from "#test/support/log-capture.ts";
import { contractOperations, operationName } from "#test/support/operations.ts";
import { createScenario, PERSONAL, personalCall, reportBounce, type Scenario } from "#test/support/personal-calls.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { sendgridKeys } from "#test/support/sendgrid-signer.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

/** Calls that change nothing in the database, so that no statement can fail. */
const READ_ONLY = new Set([
  // Not configured here; reports of SES and SendGrid are stored by the same statements.
  "POST /hooks/ses",
  "POST /admin/check-document",
  "POST /admin/open-link",
  "POST /admin/preview-correction",
  "POST /admin/preview-message",
  // Mailed at once, without a row.
  "POST /admin/test-mail-text",
  "POST /admin/preview-mail-text",
  "POST /admin/count-status-mails",
  "POST /admin/preview-mail-text-of-order/:orderId",
  "POST /admin/defence-pack-details",
  "POST /admin/get-country-order-count",
  "POST /admin/search-order",
  "POST /admin/find-orders",
  "POST /front/get-download-history",
  // A challenge that is kept nowhere.
  "POST /admin/passkey-options",
]);

const { webhookKey, key } = sendgridKeys();
let captured: CapturedLog;
let program: TestProgram;
let document: OpenApiDocument;
let operations: Operation[];

beforeAll(async () => {
  captured = captureLog();
  program = await startTestProgram({
    log: captured.log,
    services: {
      hooks: { topicArn: null, webhookKey },
      packRenderer: {
        render: async () => ({ bytes: plainPdf("a pack"), pages: 1 }),
        close: async () => undefined,
      },
    },
  });
  document = await openApiOf(program);
  operations = await contractOperations();
});
afterAll(() => program.stop());

async function answerOf(
  operation: Operation,
  scenario: Scenario,
  credentials: Record<string, string>,
): Promise<number> {
  if (operationName(operation) === "POST /hooks/sendgrid") return await reportBounce(program, scenario, key);
  const response = await send(program, operation, personalCall(document, operation, scenario), credentials);
  await response.arrayBuffer();
  return response.status;
}

const EACH_TABLE =
  "select tablename::text as name from pg_tables where schemaname = 'public' and tablename <> all ($1)";

interface Fault {
  what: string;
  /** Tables that keep working, so that calls reach their own statements. */
  spared: string[];
  break: (table: string) => string;
  repair: (table: string) => string;
  /** Whether every writing call must be affected. */
  isCertain: boolean;
}

const FAULTS: Fault[] = [
  {
    what: "a trigger that repeats the row in its message, detail and hint",
    spared: ["rate_limits"],
    break: (table) =>
      `create trigger a_refusal before insert or update or delete on ${table} for each row execute function refuse_row()`,
    repair: (table) => `drop trigger a_refusal on ${table}`,
    isCertain: true,
  },
  {
    what: "a constraint that no row satisfies",
    spared: ["rate_limits"],
    break: (table) => `alter table ${table} add constraint a_refusal check (false) not valid`,
    repair: (table) => `alter table ${table} drop constraint a_refusal`,
    isCertain: false,
  },
  {
    what: "missing tables",
    spared: ["rate_limits", "members", "sessions"],
    break: (table) => `alter table ${table} rename to lost_${table}`,
    repair: (table) => `alter table lost_${table} rename to ${table}`,
    isCertain: false,
  },
];

async function whileBroken<T>({ spared, break: breakTable, repair }: Fault, work: () => Promise<T>): Promise<T> {
  const { pool } = program.database;
  await pool.query(`create or replace function refuse_row() returns trigger language plpgsql as $$
    begin
      raise exception 'refused %', to_jsonb(coalesce(new, old))
        using detail = to_jsonb(coalesce(new, old))::text, hint = to_jsonb(coalesce(new, old))::text;
    end $$`);
  const { rows } = await pool.query<{ name: string }>(EACH_TABLE, [spared]);
  const tables = rows.map(({ name }) => name);
  await pool.query(tables.map(breakTable).join(";"));
  try {
    return await work();
  } finally {
    await pool.query(tables.map(repair).join(";"));
  }
}

it.each(FAULTS)("logs no value of a call, order or member: $what", async (fault) => {
  const answers: Record<string, number> = {};
  for (const role of ["Admin", "Telecaller"] as const) await program.signIn(role);
  const prepared: Record<string, () => Promise<number>> = {};
  for (const operation of operations.filter(({ method }) => method !== "GET")) {
    const name = operationName(operation);
    if (FACTOR_CALLS.includes(name)) continue;
    const scenario = await createScenario(program, name);
    const isStaff = !["public", "visitor", "intake"].includes(operation.access);
    const credentials = isStaff
      ? { authorization: await program.signIn("Admin") }
      : await credentialsFor(program, asVisitor(operation), { role: "Admin", orderId: scenario.orderId });
    prepared[name] = () => answerOf(operation, scenario, credentials);
  }
  const values = [...Object.values(PERSONAL), ...(await personalValues(program.database.pool))];
  // Somebody whom no other call changes.
  await whileWithPasskey(program, "Night Staff", async (desk) => {
    for (const name of FACTOR_CALLS) {
      const answer = await prepareFactorCall(desk, name);
      prepared[name] = async () => (await answer())[0];
    }
    await whileBroken(fault, async () => {
      for (const [name, answer] of Object.entries(prepared)) answers[name] = await answer();
    });
  });

  const { isCertain } = fault;
  const untouched = Object.entries(answers).filter(([name, code]) => code !== 500 && !READ_ONLY.has(name));
  if (isCertain) expect(Object.fromEntries(untouched)).toEqual({});
  expect(Object.values(answers).filter((code) => code === 500).length).toBeGreaterThan(5);
  expectNothingPersonal(captured.text(), values);
  expect(captured.text(), "the statement and its error code are logged").toMatch(
    /"statement":"(insert|with|select|update)/,
  );
});
