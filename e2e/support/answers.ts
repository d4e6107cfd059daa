import type { APIRequestContext, Page } from "@playwright/test";
import type { FieldError } from "#contract/envelope.ts";
import { ERROR_STATUS, type ErrorCode } from "#contract/errors.ts";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import { MESSAGES } from "#contract/messages.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { expect } from "./test.ts";

/** The request id of the refusals simulated by `refuse`. */
export const REQUEST_ID = "3f6c1f0e-8a53-4c55-9f0e-2d6a5c7b9e11";

interface RefusalParts {
  message?: string;
  errors?: FieldError[];
  data?: unknown;
}

/** Answers calls to `/api` + `path` with a refusal, as the server would. @returns the pattern for `page.unroute` */
export async function refuse(page: Page, path: string, code: ErrorCode, parts: RefusalParts = {}): Promise<string> {
  const pattern = `**/api${path}`;
  const json = { status: 0, message: MESSAGES.internal, code, requestId: REQUEST_ID, ...parts };
  await page.route(pattern, (route) => route.fulfill({ status: ERROR_STATUS[code], json }));
  return pattern;
}

/** Uploads a document through the API; the order becomes Completed once its mail is sent. */
export async function uploadDocument(
  request: APIRequestContext,
  token: string,
  orderId: number,
  email: string,
  mailServiceProvider: MailProvider = "AWS",
) {
  const response = await request.post("/api/admin/upload-visa-document", {
    headers: { authorization: token },
    multipart: {
      orderId: String(orderId),
      email,
      mailServiceProvider,
      uploadVisaDoc: { name: "card.pdf", mimeType: "application/pdf", buffer: plainPdf(`Card of ${orderId}`) },
    },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/** Moves an order through the API, as another member of the team would. */
export async function moveOverTheWire(request: APIRequestContext, token: string, orderId: number, status: string) {
  const response = await request.put("/api/admin/move-order-status", {
    headers: { authorization: token },
    data: { orderId, updatingStatus: status },
  });
  expect(response.status(), await response.text()).toBe(200);
}

/**
 * Opens a screen of the console and waits until all calls it makes while loading are answered, so that the next call
 * comes from the test's action. The live stream is blocked: it checks the session too, and could end the page's session
 * before the test acts.
 */
export async function openSettled(page: Page, path: string, ...calls: string[]): Promise<void> {
  const names = ["user_info", "admin/get-folder-count", "admin/late-count", "admin/disputes", ...calls];
  const answers = names.map((name) => page.waitForResponse((response) => response.url().includes(`/api/${name}`)));
  await page.route("**/api/admin/events*", () => undefined);
  // Otherwise a list loads its neighbour pages as soon as the browser is idle.
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  await page.goto(path);
  await Promise.all(answers);
}
