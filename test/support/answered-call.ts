import type { Operation } from "#contract/operation.ts";
import type { Role } from "#contract/roles.ts";
import { asVisitor, credentialsFor, type ExampleCall, exampleCall, openApiOf, send } from "./example-call.ts";
import { recordFiling } from "./filings.ts";
import { contractOperations, operationName } from "./operations.ts";
import { createScenario, PERSONAL, personalCall, type Scenario } from "./personal-calls.ts";
import { plainPdf } from "./plain-pdf.ts";
import type { TestProgram } from "./test-program.ts";

export interface AnsweredCall {
  code: number;
  text: string;
  orderId: number;
}

/** Lists hold the order when nothing narrows them. */
const WHOLE_LIST: Record<string, Record<string, unknown>> = {
  "POST /admin/search-order": { start: 0, end: 10, searchVal: PERSONAL.name, folderName: "allOrder" },
  "POST /admin/find-orders": { searchVal: PERSONAL.name },
  "POST /admin/export-orders/:orderName": {},
};

const RESTORE_MEMBERS = `
  update members m set name = old.name, email = old.email, email_key = old.email_key, role = old.role,
    password_hash = old.password_hash, disabled_at = old.disabled_at
  from json_populate_recordset(null::members, $1::json) old where old.id = m.id`;

/** Calls each operation of the contract in a state in which it answers. */
export async function openCalls(program: TestProgram) {
  const document = await openApiOf(program);
  const operations = new Map((await contractOperations()).map((each) => [operationName(each), each]));
  const staff = await program.database.pool.query("select json_agg(members)::text as members from members");

  function operationOf(name: string): Operation {
    const operation = operations.get(name);
    if (operation === undefined) throw new Error(`${name} is not in the contract`);
    return operation;
  }

  async function request(name: string, made: ExampleCall, role: Role, orderId = 0): Promise<Response> {
    const operation = operationOf(name);
    return await send(program, operation, made, await credentialsFor(program, asVisitor(operation), { role, orderId }));
  }

  const callOf = (name: string, scenario: Scenario) => personalCall(document, operationOf(name), scenario);

  /** What the addresses of files name. A Team member makes it, so that the Admin's call is the only one of the Admin. */
  const make: Record<string, (scenario: Scenario) => Promise<Record<string, string>>> = {
    "GET /admin/documents/:documentId": async (scenario) => {
      const upload = "POST /admin/upload-visa-document";
      const answer = await request(upload, callOf(upload, scenario), "Team");
      const { data } = (await answer.json()) as { data: { document: { id: number } } };
      return { documentId: String(data.document.id) };
    },
    "GET /admin/filing-receipts/:filingId": async ({ orderId }) => {
      const token = await program.signIn("Team");
      const fields = { orderId: String(orderId), confirm: "already_filed,duplicate" };
      const { code, body } = await recordFiling(program.address, token, fields, plainPdf("receipt"));
      if (code !== 200) throw new Error(`the filing was not recorded: ${code} ${body.message}`);
      return { filingId: String(body.data.id) };
    },
    "GET /admin/answer-files/:fileId": async (scenario) => {
      const answer = "POST /front/answer-question";
      await request(answer, callOf(answer, scenario), "Team", scenario.orderId);
      const newest = "select max(id) as id from answer_files";
      return { fileId: String((await program.database.pool.query<{ id: number }>(newest)).rows[0]?.id) };
    },
    "GET /admin/defence-packs/:packId": async (scenario) => {
      const pack = "POST /admin/get-defence-pack-pdf";
      const answer = await request(pack, callOf(pack, scenario), "Team");
      return { packId: answer.headers.get("x-pack-id") ?? "" };
    },
  };

  /** Calls an operation with the rights it requires, staff operations as an Admin. */
  async function answerOf(name: string): Promise<AnsweredCall> {
    const operation = operationOf(name);
    const { sessionIds, ...rest } = await createScenario(program, name);
    const scenario = { ...rest, sessionIds: sessionIds.slice(0, 1) };
    const { orderId, mailId } = scenario;
    const given = { orderId: String(orderId), orderName: "allOrder", mailId: String(mailId) };
    const params: Record<string, string> = { ...given, ...(await make[name]?.(scenario)) };
    const sent =
      operation.method === "GET"
        ? exampleCall(document, operation, false)
        : { ...callOf(name, scenario), ...(WHOLE_LIST[name] && { body: WHOLE_LIST[name], query: {} }) };
    for (const key of Object.keys(sent.params)) sent.params[key] = params[key] ?? sent.params[key] ?? "";
    const response = await request(name, sent, "Admin", orderId);
    const text = await response.text();
    // After the calls about members, and about one's own password.
    await program.database.pool.query(RESTORE_MEMBERS, [staff.rows[0].members]);
    return { code: response.status, text, orderId };
  }

  return { operations, answerOf, request, callOf };
}
