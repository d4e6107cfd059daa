import type { Page } from "@playwright/test";
import type { FieldError } from "#contract/envelope.ts";
import { ERROR_STATUS, type ErrorCode } from "#contract/errors.ts";
import { MESSAGES } from "#contract/messages.ts";

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

/** Changes the data of each answer to a call. */
export async function changeData<T>(page: Page, call: string, change: (data: T) => unknown): Promise<void> {
  await page.route(call, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, data: change(answer.data) } });
  });
}

/** Counts the calls that the page sends to a path from now on. */
export function countCalls(page: Page, path: string): () => number {
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith(path)) sent += 1;
  });
  return () => sent;
}
