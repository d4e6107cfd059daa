import { expect } from "vitest";
import { call } from "./client.ts";
import type { TestProgram } from "./test-program.ts";

/** A form that must be refused: the invalid field, its value and the expected message. */
export interface RefusedForm {
  rule: string;
  field: string;
  /** `undefined` omits the field. */
  value: unknown;
  message: string;
}

/** A call with a form, and a valid body. */
export interface FormCall {
  method: "POST" | "PUT";
  path: string;
  body: Record<string, unknown>;
}

/** Sends a form with one invalid field. Expects 400 with the field and the message, also in the envelope's message. */
export async function expectFieldRefused(
  program: TestProgram,
  { method, path, body }: FormCall,
  { field, value, message }: RefusedForm,
  token?: string,
): Promise<void> {
  const answer = await call(program.address, method, path, {
    body: { ...body, [field]: value },
    ...(token !== undefined && { token }),
  });
  expect(answer.code, answer.body.message).toBe(400);
  expect(answer.body).toMatchObject({ status: 0, code: "invalid_input", message });
  expect(answer.body.errors).toEqual([{ path: field, message }]);
}
