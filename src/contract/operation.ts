import type * as z from "zod";
import type { Permission } from "./roles.ts";

/**
 * Who may call an operation: anyone, a visitor who proved the order's e-mail, a machine with an intake key,
 * any signed-in member, or the members whose role holds a permission.
 */
export type Access = "public" | "visitor" | "intake" | "session" | Permission;

/** One call of the wire, described once: the server registers it, the browser calls it, OpenAPI prints it. */
export interface Operation {
  method: "GET" | "POST" | "PUT";
  /** Below `/api`, parameters as `:name`. */
  path: string;
  summary: string;
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The file field of a multipart body, when the body is one; its other fields are `body`. */
  fileField?: string;
  /**
   * The media types of a body that is taken letter for letter, because a signature stands over its letters. `body` then
   * only documents it; the handler reads it once the signature is proven.
   */
  rawBody?: readonly string[];
  data: z.ZodType;
  extra?: z.ZodRawShape;
  /** HTTP status of a success, 200 when absent. */
  successStatus?: number;
  /** The media type of an answer that is a file and no envelope. */
  binary?: string;
}

export function defineOperation<const T extends Operation>(operation: T): T {
  return operation;
}

/** The address of an operation below `/api`, its parameters filled in and escaped. */
export function operationPath(operation: Operation, params: Record<string, string | number> = {}): string {
  return operation.path.replace(/:([a-zA-Z]+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operation.path}: parameter ${name} is missing`);
    return encodeURIComponent(String(value));
  });
}
