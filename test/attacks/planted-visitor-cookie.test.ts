import { afterAll, beforeAll, expect, it } from "vitest";
import { call, intake } from "../support/client.ts";
import { emailOf, startTestProgram, TEST_PASSWORD, type TestProgram } from "../support/test-program.ts";

/** A cookie that an attacker set in a browser before the customer tracks an order there. */
let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram({ environment: { PUBLIC_URL: "https://track.example" } });
});
afterAll(() => program.stop());

async function track(email: string, cookie?: string) {
  const { order_id: orderId } = await intake(program, { email });
  const { code, headers } = await call(program.address, "POST", "/api/front/track-order", {
    body: { orderId, email },
    ...(cookie !== undefined && { headers: { cookie } }),
  });
  expect(code).toBe(200);
  const lines = headers.getSetCookie();
  const cookies = lines.map((line) => line.split(";")[0] ?? "");
  const xsrf = cookies.find((each) => each.startsWith("XSRF-TOKEN="))?.slice("XSRF-TOKEN=".length) ?? "";
  return { orderId, lines, cookie: cookies.join("; "), xsrf };
}

const history = ({ cookie, xsrf }: { cookie: string; xsrf: string }, orderId: number) =>
  call(program.address, "POST", "/api/front/get-download-history", {
    body: { orderId },
    headers: { cookie, "x-xsrf-token": xsrf },
  });

it("gets no access to orders tracked in that browser, and loses its own access", async () => {
  const planted = await track("attacker@example.com");
  const victim = await track("victim@example.com", planted.cookie);
  expect((await history(victim, victim.orderId)).code).toBe(200);
  expect((await history(planted, victim.orderId)).code).toBe(401);
  expect((await history(planted, planted.orderId)).code).toBe(401);
});

it("can't be set by a neighbouring host or over plain http", async () => {
  const { lines, cookie, orderId, xsrf } = await track("owner@example.com");
  expect(lines[0]).toMatch(/^__Host-visitor=[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  const withoutPrefix = cookie.replace("__Host-", "");
  expect((await history({ cookie: withoutPrefix, xsrf }, orderId)).code).toBe(401);
});

it("the cookie of a member's device also has the __Host- prefix on https, and is ignored without it", async () => {
  const body = { email: emailOf("Admin"), password: TEST_PASSWORD };
  const signIn = (cookie: string) =>
    call(program.address, "POST", "/api/admin/admin-login", { body, headers: { cookie } });
  const [line = ""] = (await signIn("")).headers.getSetCookie();
  expect(line).toMatch(/^__Host-device=[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  const [cookie = ""] = line.split(";");
  expect((await signIn(cookie)).headers.getSetCookie()[0]).toBe(line);
  expect((await signIn(cookie.replace("__Host-", ""))).headers.getSetCookie()[0]).not.toBe(line);
});
