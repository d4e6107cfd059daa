import type * as z from "zod";
import { type Operation, operationPath } from "#contract/operation.ts";

/** Parts of a URL are text on the wire, whatever their schema; numbers are accepted too. */
type InAddress<T> = { [K in keyof T]: T[K] | string | number };
type Params<O extends Operation> = O["params"] extends z.ZodType ? { params: InAddress<z.input<O["params"]>> } : object;
type Query<O extends Operation> = O["query"] extends z.ZodType ? { query: InAddress<z.input<O["query"]>> } : object;
type Body<O extends Operation> = O["body"] extends z.ZodType ? { body: z.input<O["body"]> } : object;
type FileField<O extends Operation> = O extends { maxFiles: number } ? { files: readonly File[] } : OneFile<O>;
type OneFile<O extends Operation> = O extends { fileField: string }
  ? (O extends { isFileOptional: true } ? { file?: File } : { file: File }) & {
      onProgress?: (sentShare: number) => void;
    }
  : object;

/** The input of an operation's call. */
export type CallInput<O extends Operation> = Params<O> & Query<O> & Body<O> & FileField<O> & { isKeptAlive?: boolean };

/** One call, ready to be sent. */
export interface ApiCall {
  operation: Operation;
  params?: unknown;
  query?: unknown;
  body?: unknown;
  file?: File;
  files?: readonly File[];
  /** Share of the body that was sent, 0 to 1; only for calls with a file. */
  onProgress?: (sentShare: number) => void;
  /** True for a small body that is sent even if the page is left meanwhile. */
  isKeptAlive?: boolean;
  /** The token of a session that is no longer the stored one. */
  token?: string;
}

function entries(value: unknown): [string, string][] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value)
    .filter(([, each]) => each !== undefined && each !== null)
    .map(([key, each]) => [key, String(each)]);
}

/** The URL of a call, including `/api`. */
export function callUrl({ operation, params, query }: ApiCall): string {
  const search = new URLSearchParams(entries(query)).toString();
  const path = `/api${operationPath(operation, Object.fromEntries(entries(params)))}`;
  return search === "" ? path : `${path}?${search}`;
}

/** The body of a call and its headers. */
export function callBody(call: ApiCall): { body: FormData | string | null; headers: Record<string, string> } {
  const { operation, body, file, files = [] } = call;
  if (operation.fileField !== undefined) {
    const form = new FormData();
    for (const [key, value] of entries(body)) form.append(key, value);
    for (const each of file === undefined ? files : [file]) form.append(operation.fileField, each, each.name);
    return { body: form, headers: {} };
  }
  if (body === undefined) return { body: null, headers: {} };
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}
