import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusalSchema, successSchema } from "#contract/envelope.ts";
import { call, intake } from "#test/support/client.ts";
import { dropStream } from "#test/support/event-reader.ts";
import {
  credentialsFor,
  describedIn,
  exampleCall,
  type OpenApiDocument,
  openApiOf,
  send,
} from "#test/support/example-call.ts";
import { contractOperations, operationName } from "#test/support/operations.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
let document: OpenApiDocument;
let orderId: number;

beforeAll(async () => {
  program = await startTestProgram();
  document = await openApiOf(program);
  orderId = (await intake(program)).order_id;
});
afterAll(() => program.stop());

const everyReference = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = ""]) => reference);

describe("the document", () => {
  it("is OpenAPI 3.1 and has every operation and no other", async () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: "Arrival Desk: Sri Lanka Arrival Card", version: "1" });
    const paths = Object.entries(document.paths).flatMap(([url, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${url.replace(/^\/api/, "")}`),
    );
    const operations = (await contractOperations()).map((each) => operationName(each).replace(/:(\w+)/g, "{$1}"));
    expect(paths.sort()).toEqual(operations.sort());
  });

  it("references only schemas that it has", () => {
    const references = everyReference(document);
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? "";
      expect(document.components.schemas, reference).toHaveProperty(name);
    }
  });

  it("names and describes every operation once, and has no schema that nothing refers to", () => {
    const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length);
    expect(new Set(all.map(({ description }) => description)).size).toBe(all.length);
    for (const { operationId, tags } of all) {
      expect(operationId).toMatch(/^[a-z][A-Za-z]+$/);
      for (const tag of tags) expect(document.tags.map(({ name }) => name)).toContain(tag);
    }
    const referred = new Set(everyReference(document));
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !referred.has(`#/components/schemas/${name}`),
    );
    expect(unused).toEqual([]);
    const months = document.paths["/api/admin/get-orders-list/{orderName}"]?.get?.responses["200"];
    expect(JSON.stringify(months)).toContain('"Jan":{"type":"integer"');
  });

  it("declares each path parameter, the security and the responses of a call", () => {
    for (const [url, methods] of Object.entries(document.paths)) {
      for (const { summary, security, parameters = [], responses } of Object.values(methods)) {
        const inPath = parameters.filter((each) => each.in === "path");
        expect(inPath.every(({ required }) => required)).toBe(true);
        expect(inPath.map(({ name }) => name)).toEqual([...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
        expect(summary).not.toBe("");
        for (const name of security.flatMap(Object.keys)) {
          expect(document.components.securitySchemes).toHaveProperty(name);
        }
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(["400", "401", "429", "500", "503"]));
        expect(Object.keys(responses).filter((status) => /^2\d\d$/.test(status))).toHaveLength(1);
        for (const each of Object.values(responses)) expect(each.description).toBeTypeOf("string");
      }
    }
  });

  it("documents the length after cleaning, which is the one that is checked", () => {
    const body = document.paths["/api/intake/orders"]?.post?.requestBody?.content["application/json"]?.schema;
    expect(body?.properties?.full_name).toMatchObject({ type: "string", minLength: 1, maxLength: 200 });
    expect(body?.properties?.email).toMatchObject({ format: "email", maxLength: 254 });
  });
});

describe.each(await contractOperations())("$method $path", (operation) => {
  it.each([
    ["only the required fields", false],
    ["all documented fields", true],
  ])("accepts %s and answers according to its schema @7-047 @8-025", async (_what, isFull) => {
    // A new sign-in each time, because some calls end the session.
    const credentials = await credentialsFor(program, operation, { role: "Admin", orderId });
    const response = await send(program, operation, exampleCall(document, operation, isFull), credentials);
    if (operation.binary === "text/event-stream") {
      expect([response.status, response.headers.get("content-type")]).toEqual([200, operation.binary]);
      return await dropStream(program.address, response);
    }
    expect([200, 201, 401, 404, 409, 422], await response.clone().text()).toContain(response.status);
    expect(Object.keys(describedIn(document, operation).responses)).toContain(String(response.status));
    if (operation.binary !== undefined && response.ok) return;
    const body: unknown = await response.json();
    const schema = response.ok ? successSchema(operation.data, operation.extra ?? {}) : refusalSchema;
    // Parsing drops unknown fields, so equality shows that there are none.
    expect(schema.parse(body)).toEqual(body);
    if (response.status === 401) expect(operation.access).toBe("public");
  });
});

it("answers an order's details with a comment and a dispute according to the schema", async () => {
  const token = await program.signIn("Admin");
  await call(program.address, "POST", "/api/admin/add-new-remark", {
    token,
    body: { orderId, remark: "called", chargeBack: "Y" },
  });
  const operation = (await contractOperations()).find(({ path }) => path.includes("get-orders-details"));
  const { body } = await call(program.address, "GET", `/api/admin/get-orders-details/${orderId}`, { token });
  if (operation === undefined) throw new Error("the contract has no details call");
  expect(successSchema(operation.data, {}).parse(body)).toEqual(body);
  expect(body.data).toMatchObject({ order_id: orderId, dispute: { is_open: true } });
  expect((body.data as { remark: unknown[] }).remark[0]).toMatchObject({ remark: "called", chargeback: "Y" });
});
