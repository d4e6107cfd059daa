/**
 * A client that knows the published wire and nothing of this program's code: tests that use it write every path,
 * field and message out.
 */
export interface Envelope {
  status: number;
  message: string;
  // biome-ignore lint/suspicious/noExplicitAny: a plain client has no types of ours
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  [field: string]: any;
}

export interface PlainAnswer {
  code: number;
  response: Response;
  envelope: Envelope;
}

export type Send = (
  method: string,
  path: string,
  headers?: Record<string, string>,
  body?: unknown,
) => Promise<PlainAnswer>;

/** Calls below `api`; a form travels as multipart, everything else as JSON. */
export function plainClient(api: string): Send {
  return async (method, path, headers = {}, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(api + path, {
      method,
      headers: { ...(body !== undefined && !isForm && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { code: response.status, response, envelope: (await response.json()) as Envelope };
  };
}

/** The names of an object's fields in the order of the alphabet, so that a field too many or too few is seen. */
export function fieldsOf(value: object): string[] {
  return Object.keys(value).sort();
}

/** The cookies that an answer sets, as a browser sends them back, and the header our page adds to them. */
export function visitorHeaders({ response }: PlainAnswer): Record<string, string> {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  const xsrf = cookies.find((cookie) => cookie.startsWith("XSRF-TOKEN="))?.slice("XSRF-TOKEN=".length) ?? "";
  return { cookie: cookies.join("; "), "X-XSRF-TOKEN": decodeURIComponent(xsrf) };
}
