import type * as z from "zod";
import { type Operation, operationPath } from "#contract/operation.ts";

/** Parts of an address are text on the wire, whatever the schema makes of them; numbers may be given as they are. */
type InAddress<T> = { [K in keyof T]: T[K] | string | number };
type Params<O extends Operation> = O["params"] extends z.ZodType ? { params: InAddress<z.input<O["params"]>> } : object;
type Query<O extends Operation> = O["query"] extends z.ZodType ? { query: InAddress<z.input<O["query"]>> } : object;
type Body<O extends Operation> = O["body"] extends z.ZodType ? { body: z.input<O["body"]> } : object;
type FileField<O extends Operation> = O extends { fileField: string }
  ? { file: File; onProgress?: (sentShare: number) => void }
  : object;

/** What a caller gives an operation. */
export type CallInput<O extends Operation> = Params<O> & Query<O> & Body<O> & FileField<O>;

/** One call, ready to be sent. */
export interface ApiCall {
  operation: Operation;
  params?: unknown;
  query?: unknown;
  body?: unknown;
  file?: File;
  /** Share of the body that has left, 0 to 1; only for calls with a file. */
  onProgress?: (sentShare: number) => void;
}

function entries(value: unknown): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .filter(([, each]) => each !== undefined && each !== null)
    .map(([key, each]) => [key, String(each)]);
}

/** The address of a call, `/api` included. */
export function callUrl({ operation, params, query }: ApiCall): string {
  const search = new URLSearchParams(entries(query)).toString();
  const path = `/api${operationPath(operation, Object.fromEntries(entries(params)))}`;
  return search === "" ? path : `${path}?${search}`;
}

/** The body of a call and the headers that describe it. */
export function callBody(call: ApiCall): { body: FormData | string | null; headers: Record<string, string> } {
  const { operation, body, file } = call;
  if (operation.fileField !== undefined && file !== undefined) {
    const form = new FormData();
    for (const [key, value] of entries(body)) form.append(key, value);
    form.append(operation.fileField, file, file.name);
    return { body: form, headers: {} };
  }
  if (body === undefined) return { body: null, headers: {} };
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}
