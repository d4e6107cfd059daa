import type { APIRequestContext, Browser, Page } from "@playwright/test";
import type { Role } from "#contract/roles.ts";
import { STAFF_PASSWORD, staffEmail } from "./staff.ts";
import { expect } from "./test.ts";

export async function tokenOf(request: APIRequestContext, role: Role): Promise<string> {
  const data = { email: staffEmail(role), password: STAFF_PASSWORD };
  return (await (await request.post("/api/admin/admin-login", { data })).json()).jwtToken;
}

/** Another member in another browser. */
export async function colleague(
  browser: Browser,
  request: APIRequestContext,
  baseURL: string,
  role: Role,
): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  const accessToken = await tokenOf(request, role);
  await context.addInitScript(
    (token) => localStorage.setItem("user", JSON.stringify({ accessToken: token })),
    accessToken,
  );
  return await context.newPage();
}

/** A call of another member. @returns its data */
export async function callAs(request: APIRequestContext, role: Role, name: string, data: object) {
  const headers = { authorization: await tokenOf(request, role) };
  const answer = await request.post(`/api/admin/${name}`, { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).data;
}
