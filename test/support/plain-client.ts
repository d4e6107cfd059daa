/**
 * A client that uses only the published API and none of the program's code: its tests spell out every path, field and
 * message.
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

/** Sends calls below `api`; forms as multipart, everything else as JSON. */
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

/** An object's field names, sorted, to detect missing and superfluous fields. */
export function fieldsOf(value: object): string[] {
  return Object.keys(value).sort();
}
