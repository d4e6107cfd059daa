import { expect } from "vitest";
import { call } from "./client.ts";
import type { TestProgram } from "./test-program.ts";

/** A form that must be refused: which field is spoilt, by what, and the sentence that has to come back. */
export interface RefusedForm {
  rule: string;
  field: string;
  /** `undefined` leaves the field out. */
  value: unknown;
  message: string;
}

/** A call that takes a form, and a body of it that is right. */
export interface FormCall {
  method: "POST" | "PUT";
  path: string;
  body: Record<string, unknown>;
}

/** Sends a form with one field spoilt. The refusal must be 400 and name the field and the sentence, also as its message. */
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
