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
  /** The caller's patience; without it he waits. */
  limitMs?: number;
}

/** A plain client of the wire: one call, its HTTP status and its envelope. `path` begins with `/`. */
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

/** An order as a checkout hands it over; what is given replaces the defaults. */
export function intakeBody(given: Record<string, unknown> = {}) {
  return {
    full_name: "N. K. Perera",
    email: "traveller@example.com",
    nationality: "GB",
    arrival_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    paid: true,
    ...given,
  };
}

/** Hands an order over at intake. @returns its id and first status */
export async function intake(program: TestProgram, given: Record<string, unknown> = {}) {
  intakes += 1;
  const { code, body } = await call<{ order_id: number; process_status: string }>(
    program.address,
    "POST",
    "/api/intake/orders",
    {
      token: INTAKE_KEY,
      headers: { "idempotency-key": `test-${process.pid}-${intakes}` },
      body: intakeBody(given),
    },
  );
  if (code !== 201) throw new Error(`intake answered ${code}: ${body.message}`);
  return body.data;
}
