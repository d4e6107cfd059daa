// What docs/how-to/connect-a-checkout.md promises to programs is what the code does.
import { expect, it } from "vitest";
import { INTAKE_WARNINGS } from "#contract/intake/intake.ts";
import { LIST_LIMIT_MAX, PAGE_ROWS_MAX } from "#contract/orders/orders.ts";
import { SESSIONS_MAX } from "#contract/sessions/sessions.ts";
import { loadConfig } from "#server/config.ts";
import { call } from "./support/client.ts";
import { read } from "./support/markdown.ts";
import { contractOperations } from "./support/operations.ts";
import { emailOf, startTestProgram, TEST_PASSWORD } from "./support/test-program.ts";

const page = read("docs/how-to/connect-a-checkout.md");
/** The row of the table that begins with these words. */
const row = (words: string) => page.split("\n").find((line) => line.startsWith(`| ${words} |`)) ?? "";

it("lists each call that needs a fresh sign-in", async () => {
  const fresh = (await contractOperations()).filter((operation) => operation.fresh === true);
  const listed = [...page.matchAll(/^- `([A-Z]+) \/api(\/[^`]+)`/gm)].map((match) => `${match[1]} ${match[2]}`);
  expect(listed.toSorted()).toEqual(fresh.map(({ method, path }) => `${method} ${path}`).toSorted());
});

it("names the limits and defaults of the program", () => {
  const { reauthMs, sessionIdleMs } = loadConfig({ DATA_DIR: "none" });
  expect(row("fresh sign-in")).toContain(`\`REAUTH_MINUTES\` (${reauthMs / 60_000})`);
  expect(row("a session ends")).toContain(`\`SESSION_IDLE_MINUTES\` (${sessionIdleMs / 60_000})`);
  expect(row("ten sessions")).toContain(`at most ${SESSIONS_MAX} sessions`);
  expect(row("pages")).toContain(`${PAGE_ROWS_MAX} orders, ${LIST_LIMIT_MAX.toLocaleString("en-US")} for`);
});

it("explains each warning of intake", () => {
  const explained = Object.keys(INTAKE_WARNINGS).filter((code) => row(`\`${code}\``) !== "");
  expect(explained).toEqual(Object.keys(INTAKE_WARNINGS));
});

it("a program that follows it confirms its identity, and loses its oldest session by the eleventh sign-in", async () => {
  const machine = { at: Date.now() };
  const program = await startTestProgram({ now: () => new Date(machine.at) });
  const body = { email: emailOf("Admin"), password: TEST_PASSWORD };
  const signIn = async () =>
    String((await call(program.address, "POST", "/api/admin/admin-login", { body })).body.jwtToken);
  const read = (authorization: string) =>
    call(program.address, "GET", "/api/user_info", { headers: { authorization } });
  const first = await signIn();
  expect((await read(first)).code).toBe(200);
  expect((await read(`Bearer ${first}`)).code).toBe(200);

  machine.at += 16 * 60_000;
  const end = (token: string) =>
    call(program.address, "PUT", "/api/admin/end-sessions", { token, body: { others: true } });
  expect((await end(first)).body.code).toBe("reauthentication_required");
  const password = { password: TEST_PASSWORD };
  const confirmed = await call(program.address, "POST", "/api/admin/confirm-identity", {
    token: first,
    body: password,
  });
  const token = String(confirmed.body.jwtToken);
  expect((await read(first)).code, "the old token").toBe(401);
  expect((await read(token)).code, "the new token").toBe(200);

  for (let count = 0; count < SESSIONS_MAX; count += 1) {
    machine.at += 1000;
    await signIn();
  }
  expect((await read(token)).code, "after ten more sign-ins").toBe(401);
  await program.stop();
});
