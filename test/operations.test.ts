import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { call, intake } from "./support/client.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "./support/test-program.ts";

const running: TestProgram[] = [];
afterEach(async () => {
  for (const program of running.splice(0)) await program.stop();
});

async function start(options: Parameters<typeof startTestProgram>[0] = {}): Promise<TestProgram> {
  const program = await startTestProgram(options);
  running.push(program);
  return program;
}

const statusOf = async (address: string, headers: Record<string, string> = {}) =>
  (await fetch(address, { headers })).status;

it("reports that it is alive and ready", async () => {
  const { address } = await start();
  expect(await statusOf(`${address}/healthz`)).toBe(200);
  expect(await statusOf(`${address}/readyz`)).toBe(200);
});

it("serves its metrics only to the same machine, and not through a proxy", async () => {
  const { address } = await start();
  const response = await fetch(`${address}/metrics`);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("# HELP http_request_duration_seconds");
  expect(await statusOf(`${address}/metrics`, { "x-forwarded-for": "203.0.113.9" })).toBe(404);
  const proxied = await start({ environment: { PUBLIC_URL: "https://desk.example" } });
  expect(await statusOf(`${proxied.address}/metrics`)).toBe(404);
});

it("requires the token for its metrics if one is configured", async () => {
  const token = "a token for the metrics";
  const { address } = await start({ environment: { METRICS_TOKEN: token } });
  expect(await statusOf(`${address}/metrics`)).toBe(404);
  expect(await statusOf(`${address}/metrics`, { authorization: "Bearer another token at all" })).toBe(404);
  expect(await statusOf(`${address}/metrics`, { authorization: `Bearer ${token}` })).toBe(200);
});

it("logs the routes, but no name, address, token or order", async () => {
  const lines: string[] = [];
  const program = await start({ log: pino({ level: "trace" }, { write: (line) => void lines.push(line) }) });
  const { address } = program;
  const person = {
    full_name: "Unmistakable Person",
    email: "unmistakable@example.com",
    passport_number: "UNMISTAKABLE1",
  };
  const { order_id: orderId } = await intake(program, person);
  const token = await program.signIn("Team");
  await call(address, "GET", `/api/admin/get-orders-details/${orderId}?email=${person.email}`, { token });
  await call(address, "POST", "/api/admin/admin-login", {
    body: { email: emailOf("Team"), password: "not the password" },
  });
  await call(address, "POST", "/api/front/track-order", { body: { orderId: String(orderId), email: person.email } });
  await call(address, "GET", `/api/nowhere/${person.email}`, { token });

  const log = lines.join("");
  expect(log).toContain("/api/admin/get-orders-details/:orderId");
  for (const secret of [
    "nmistakable",
    "UNMISTAKABLE",
    token,
    TEST_PASSWORD,
    "not the password",
    emailOf("Team"),
    String(orderId),
  ]) {
    expect(log, secret).not.toContain(secret);
  }
});
