import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { refusalSchema } from "#contract/envelope.ts";
import { bodyTooLarge } from "#contract/messages.ts";
import { bodyLimitOf, type Operation } from "#contract/operation.ts";
import { call, intake } from "#test/support/client.ts";
import { addressOf, credentialsFor, exampleCall, type OpenApiDocument, openApiOf } from "#test/support/example-call.ts";
import { GARBAGE } from "#test/support/garbage.ts";
import { contractOperations, operationName } from "#test/support/operations.ts";
import { SENDGRID_KEY } from "#test/support/sendgrid-peer.ts";
import { sendgridKeys } from "#test/support/sendgrid-signer.ts";
import { TOPIC } from "#test/support/sns-peer.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { promised } from "#test/support/wait-limits.ts";

const MEGABYTE = 1024 * 1024;
/** The sign-ins' mails need not be delivered. */
const UNREACHABLE = "http://127.0.0.1:1";
/**
 * Time limits of a hostile call, and of each concurrent `/healthz`. The suite checks the processor time of the thread
 * that runs server and client, because wall time depends on the machine's other work; `npm run test:times` checks that.
 */
const MAX_MS = 500;
const MAX_HEALTH_MS = 200;
const HEALTH_PAUSE_MS = 5;

let program: TestProgram;
let document: OpenApiDocument;
let orderId: number;

beforeAll(async () => {
  program = await startTestProgram({
    environment: {
      AWS_REGION: "eu-west-1",
      SES_ENDPOINT: UNREACHABLE,
      SES_TOPIC_ARN: TOPIC,
      SENDGRID_API_KEY: SENDGRID_KEY,
      SENDGRID_ENDPOINT: UNREACHABLE,
      SENDGRID_WEBHOOK_KEY: sendgridKeys().webhookKey,
    },
  });
  document = await openApiOf(program);
  orderId = (await intake(program, { paid: false })).order_id;
  // A sign-in sends a mail, and the modules for mails take half a second to load.
  const token = await program.signIn("Admin");
  expect((await call(program.address, "GET", "/api/admin/mail-templates", { token })).code).toBe(200);
});
afterAll(() => program.stop());

interface Hostile {
  what: string;
  type: string;
  body: Buffer;
}

/** Paths of a body's lists and records, at any depth; the empty path is the body itself. */
function collections(schema: z.core.$ZodType | undefined, path: string[] = []): string[][] {
  if (schema === undefined) return [];
  const def = schema._zod.def as {
    type: string;
    shape?: object;
    options?: unknown[];
    in?: unknown;
    out?: unknown;
    innerType?: unknown;
  };
  const within = (inner: unknown, name?: string) =>
    collections(inner as z.core.$ZodType, name === undefined ? path : [...path, name]);
  const own = ["array", "record", "set", "map", "tuple"].includes(def.type) ? [path] : [];
  if (def.type === "object") return Object.entries(def.shape ?? {}).flatMap(([name, each]) => within(each, name));
  if (def.type === "union") return (def.options ?? []).flatMap((each) => within(each));
  if (def.type === "pipe") return [...within(def.in), ...within(def.out)];
  return def.innerType === undefined ? own : within(def.innerType);
}

const put = (body: Record<string, unknown>, [name, ...rest]: string[], raw: string): string => {
  if (name === undefined) return raw;
  const inner = put((body[name] ?? {}) as Record<string, unknown>, rest, raw);
  const others = Object.entries(body).filter(([key]) => key !== name);
  return `{${[...others.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`), `${JSON.stringify(name)}:${inner}`].join(",")}}`;
};

/** One at a time: hundreds of megabytes that wait would be collected during a measurement. */
function* jsonBodies(operation: Operation): Generator<Hostile> {
  const body = exampleCall(document, operation, true).body ?? {};
  const limit = bodyLimitOf(operation);
  const lists = [...new Map(collections(operation.body).map((path) => [path.join("."), path])).values()];
  const fields = Object.keys((operation.body as z.ZodObject | undefined)?.shape ?? {}).map((name) => [name]);
  const type = operation.rawBody?.at(-1) ?? "application/json";
  function* made(path: string[], bytes: number, garbage = Object.entries(GARBAGE)): Generator<Hostile> {
    for (const [name, make] of garbage) {
      const what = `${name}, ${bytes} bytes, in ${path.join(".") || "the body"}`;
      yield { what, type, body: Buffer.from(put(body, path, make(bytes))) };
    }
  }
  // A body over the limit is refused by its length; one just below it is parsed.
  yield* made([], MEGABYTE, Object.entries(GARBAGE).slice(0, 2));
  for (const path of lists) yield* made(path, MEGABYTE);
  for (const path of [[], ...fields, ...lists]) yield* made(path, limit - 1000);
}

/** @returns the time elapsed since then in ms: this thread's processor time, and wall time */
function stopwatch() {
  const cpuBefore = process.threadCpuUsage();
  const before = performance.now();
  return () => {
    const { user, system } = process.threadCpuUsage(cpuBefore);
    return { cpu: (user + system) / 1000, wall: performance.now() - before };
  };
}

/** Calls `/healthz` repeatedly. `stop` returns the longest times, including the pause before each call. */
function watchHealth() {
  const slowest = { cpu: 0, wall: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const since = stopwatch();
      await delay(HEALTH_PAUSE_MS);
      const response = await fetch(`${program.address}/healthz`);
      expect(await response.json()).toMatchObject({ status: 1 });
      const { cpu, wall } = since();
      slowest.cpu = Math.max(slowest.cpu, cpu);
      slowest.wall = Math.max(slowest.wall, wall);
    }
    return slowest;
  })();
  return {
    stop: async () => {
      isOver = true;
      return await watching;
    },
  };
}

const field = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

function* formBodies(operation: Operation): Generator<Hostile> {
  const forms: Record<string, string> = {
    "many fields": field("orderId", "1").repeat(MEGABYTE / 60),
    "many files":
      `--x\r\ncontent-disposition: form-data; name="${operation.fileField}"; filename="a"\r\n\r\na\r\n`.repeat(
        MEGABYTE / 90,
      ),
    "a long field": field("orderId", "1".repeat(MEGABYTE)),
    "a long name": field("x".repeat(MEGABYTE), "1"),
    "many headers": `--x\r\n${"a: b\r\n".repeat(MEGABYTE / 6)}\r\n\r\n`,
    "starts of boundaries": `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${"\r\n--".repeat(MEGABYTE / 4)}`,
    "boundaries alone": "--x\r\n".repeat(MEGABYTE / 5),
  };
  for (const [what, text] of Object.entries(forms))
    yield { what, type: "multipart/form-data; boundary=x", body: Buffer.from(`${text}--x--\r\n`) };
}

const operations = (await contractOperations()).filter(({ method }) => method !== "GET");

/** The operation with the longest list, on which the short run tries every body. */
const CORE = "/admin/change-order-status";

describe.each(operations.map((operation) => ({ name: operationName(operation), operation })))(
  "$name",
  ({ operation }) => {
    const tags = operation.path === CORE ? [] : ["long" as const];

    let credentials: Record<string, string>;
    const signIn = async () => {
      credentials = await credentialsFor(program, operation, { role: "Admin", orderId });
    };
    beforeEach(async () => {
      await program.db.execute("delete from rate_limits");
      await signIn();
    });

    it("refuses bodies of 1 MB and of the size limit without blocking other calls", {
      tags,
      timeout: 120_000,
    }, async () => {
      const made = exampleCall(document, operation, true);
      const send = async ({ type, body }: Pick<Hostile, "type" | "body">) =>
        await fetch(program.address + addressOf(operation, made), {
          method: operation.method,
          headers: { ...made.headers, ...credentials, "content-type": type },
          body: new Uint8Array(body),
        });
      const bodies = () => (operation.fileField === undefined ? jsonBodies(operation) : formBodies(operation));
      // The first calls compile code.
      for (const body of [{ type: "application/json", body: Buffer.from("{}") }, ...bodies().take(1)]) {
        await Promise.all([send(body), fetch(`${program.address}/healthz`)].map(async (sent) => (await sent).text()));
      }
      // The call may have ended the session.
      await signIn();
      for (const { what, type, body } of bodies()) {
        const since = stopwatch();
        const health = watchHealth();
        const response = await send({ type, body });
        const answer = await response.text();
        const took = since();
        const slowest = await health.stop();
        expect(response.status, `${what}: ${answer.slice(0, 300)}`).toBeLessThan(500);
        expect(took.cpu, what).toBeLessThan(MAX_MS);
        expect(slowest.cpu, `/healthz beside ${what}`).toBeLessThan(MAX_HEALTH_MS);
        expect(took.wall, what).toBeLessThan(promised(MAX_MS));
        expect(slowest.wall, `/healthz beside ${what}`).toBeLessThan(promised(MAX_HEALTH_MS));
        if (response.ok) {
          await signIn();
          continue;
        }
        const { code, message } = refusalSchema.parse(JSON.parse(answer));
        expect(answer.length, what).toBeLessThan(2000);
        const isOver = operation.fileField === undefined && body.length > bodyLimitOf(operation);
        if (isOver)
          expect([response.status, code, message], what).toEqual([
            413,
            "too_large",
            bodyTooLarge(bodyLimitOf(operation)),
          ]);
      }
    });
  },
);

it("frees the memory afterwards", { tags: "long", timeout: 60_000 }, async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const memoryInUse = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const operation = operations.find(({ path }) => path === CORE);
  if (operation === undefined) throw new Error("the operation is gone");
  const credentials = await credentialsFor(program, operation, { role: "Admin", orderId });
  const attack = async () => {
    for (const { type, body } of jsonBodies(operation)) {
      const headers = { ...credentials, "content-type": type };
      await (
        await fetch(`${program.address}/api${operation.path}`, { method: "PUT", headers, body: new Uint8Array(body) })
      ).arrayBuffer();
    }
  };
  await attack();
  const before = memoryInUse();
  for (let round = 0; round < 2; round += 1) await attack();
  expect(memoryInUse()).toBeLessThan(before * 1.2);
});
