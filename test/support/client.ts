import type { IntakeAnswer } from "#contract/intake/intake.ts";
import { rememberPersons } from "./log-capture.ts";
import { INTAKE_KEY, type TestProgram } from "./test-program.ts";

export interface Answer<T = unknown> {
  code: number;
  headers: Headers;
  body: {
    status: number;
    message: string;
    code?: string;
    data: T;
    total?: number;
    errors?: { path: string; message: string }[];
  } & Record<string, unknown>;
}

interface CallOptions {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Time limit in ms; without it the caller waits. */
  limitMs?: number;
}

/** Sends one API call. @returns its HTTP status and envelope */
export async function call<T = unknown>(
  address: string,
  method: "GET" | "POST" | "PUT",
  path: string,
  { token, body, headers = {}, limitMs }: CallOptions = {},
): Promise<Answer<T>> {
  const response = await fetch(address + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: token }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(limitMs !== undefined && { signal: AbortSignal.timeout(limitMs) }),
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { code: response.status, headers: response.headers, body: (await response.json()) as Answer<T>["body"] };
}

let intakes = 0;

/** Personal fields of an order. */
const PERSONAL = [
  "full_name",
  "email",
  "passport_number",
  "date_of_birth",
  "telephone_number",
  "place_of_stay",
  "flight_number",
  "transaction_id",
  "billing_name",
  "purchase_ip",
  "user_agent",
  "device_id",
  "payment_fingerprint",
];

/** The body of an intake call; `given` overrides the defaults. The test file's log must not contain its personal data. */
export function intakeBody(given: Record<string, unknown> = {}) {
  const body: Record<string, unknown> = {
    full_name: "N. K. Perera",
    email: "traveller@example.com",
    nationality: "GB",
    arrival_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    paid: true,
    ...given,
  };
  rememberPersons(PERSONAL.map((name) => body[name]));
  return body;
}

/** Creates an order by intake. @returns its id and first status */
export async function intake(program: TestProgram, given: Record<string, unknown> = {}) {
  intakes += 1;
  const { code, body } = await call<IntakeAnswer>(program.address, "POST", "/api/intake/orders", {
    token: INTAKE_KEY,
    headers: { "idempotency-key": `test-${process.pid}-${intakes}` },
    body: intakeBody(given),
  });
  if (code !== 201) throw new Error(`intake answered ${code}: ${body.message}`);
  return body.data;
}
