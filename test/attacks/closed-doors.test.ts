import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call } from "#test/support/client.ts";
import { INTAKE_KEY, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

/** A request with another Host header than the server's, which fetch can't send. */
async function ask(path: string, host: string): Promise<{ code: number | undefined; body: string }> {
  const sent = request(`${program.address}${path}`, { headers: { host } }).end();
  const answer = await new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).once("error", reject);
  });
  return { code: answer.statusCode, body: await text(answer) };
}

it("serves its metrics without a token only if the Host header names this machine", async () => {
  const { port } = new URL(program.address);
  for (const host of ["127.0.0.1", `127.0.0.1:${port}`, "localhost", `LOCALHOST:${port}`, `[::1]:${port}`]) {
    expect((await ask("/metrics", host)).code, host).toBe(200);
  }
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example", "localhost.evil.example"]) {
    expect((await ask("/metrics", host)).code, host).toBe(404);
  }
});

it("serves its OpenAPI document without a session on loopback", async () => {
  expect((await call(program.address, "GET", "/api/openapi.json")).code).toBe(200);
});

it.each([{ PUBLIC_URL: "https://desk.example" }, { TRUSTED_PROXIES: "127.0.0.1" }])(
  "requires a session for its OpenAPI document with %o",
  async (environment) => {
    const open = await startTestProgram({ environment });
    try {
      expect((await call(open.address, "GET", "/api/openapi.json")).code).toBe(401);
      const token = await open.signIn("Telecaller");
      const { code, body } = await call(open.address, "GET", "/api/openapi.json", { token });
      expect([code, body.openapi]).toEqual([200, "3.1.0"]);
    } finally {
      await open.stop();
    }
  },
);

it("checks twenty wrong intake keys from an address in a quarter of an hour, and still accepts the right one", async () => {
  const activeGateway = (token: string) => call(program.address, "GET", "/api/intake/active-gateway", { token });
  const codes: number[] = [];
  for (let nth = 0; nth < 25; nth += 1) codes.push((await activeGateway(`a guess of a key, number ${nth}`)).code);
  expect(codes).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
  expect(Number((await activeGateway("one more")).headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await activeGateway(INTAKE_KEY)).code).toBe(200);
  expect((await ask("/metrics", "localhost")).body).toContain("\nintake_key_failures_total 26\n");
});
