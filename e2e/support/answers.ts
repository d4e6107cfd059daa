import type { APIRequestContext, Page } from "@playwright/test";
import type { FieldError } from "#contract/envelope.ts";
import { ERROR_STATUS, type ErrorCode } from "#contract/errors.ts";
import { MESSAGES } from "#contract/messages.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { expect } from "./test.ts";

/** The request id of the refusals that `refuse` makes up. */
export const REQUEST_ID = "3f6c1f0e-8a53-4c55-9f0e-2d6a5c7b9e11";

interface RefusalParts {
  message?: string;
  errors?: FieldError[];
  data?: unknown;
}

/** Answers every call to `/api` + `path` with a refusal, as the server would; `page.unroute` by the returned pattern. */
export async function refuse(page: Page, path: string, code: ErrorCode, parts: RefusalParts = {}): Promise<string> {
  const pattern = `**/api${path}`;
  const json = { status: 0, message: MESSAGES.internal, code, requestId: REQUEST_ID, ...parts };
  await page.route(pattern, (route) => route.fulfill({ status: ERROR_STATUS[code], json }));
  return pattern;
}

/** A toast that says `message`. */
export const toastOf = (page: Page, message: string | RegExp) =>
  page.locator(".Toastify__toast").filter({ hasText: message });

/** The user that the browser keeps, as text, or null. */
export const storedUser = (page: Page) => page.evaluate(() => localStorage.getItem("user"));

/** Uploads a document over the wire; the order becomes Completed when its mail has left. */
export async function uploadDocument(request: APIRequestContext, token: string, orderId: number, email: string) {
  const response = await request.post("/api/admin/upload-visa-document", {
    headers: { authorization: token },
    multipart: {
      orderId: String(orderId),
      email,
      mailServiceProvider: "AWS",
      uploadVisaDoc: { name: "card.pdf", mimeType: "application/pdf", buffer: plainPdf(`Card of ${orderId}`) },
    },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** Moves an order over the wire, as another member of the team would. */
export async function moveOverTheWire(request: APIRequestContext, token: string, orderId: number, status: string) {
  const response = await request.put("/api/admin/move-order-status", {
    headers: { authorization: token },
    data: { orderId, updatingStatus: status },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/**
 * Opens a screen of the console and waits until every call that it makes by itself has its answer: what follows is
 * then the first call of whatever happens next. Its live stream never begins, because a stream looks after its session
 * itself: a session that the test ends could then end on the page before the test has pressed what it is about.
 */
export async function openSettled(page: Page, path: string, ...calls: string[]): Promise<void> {
  const names = ["user_info", "admin/get-folder-count", "admin/disputes", ...calls];
  const answers = names.map((name) => page.waitForResponse((response) => response.url().includes(`/api/${name}`)));
  await page.route("**/api/admin/events*", () => undefined);
  await page.goto(path);
  await Promise.all(answers);
}
