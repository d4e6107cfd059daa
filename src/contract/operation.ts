import type * as z from "zod";
import type { Permission } from "./roles.ts";

/**
 * Who may call an operation: anyone, a visitor who proved the order's e-mail address, a machine with an intake key,
 * any signed-in member, or the members whose role holds a permission.
 */
export type Access = "public" | "visitor" | "intake" | "session" | Permission;

/** The columns of the view log that count opened orders. */
export type OpenedKind = "details" | "documents" | "mails" | "packs";

/**
 * What a member is shown of orders: an opened order, counted as this kind and towards the hourly limit; rows of several
 * orders; or nothing that a customer or a payment gave. Ids, statuses, times, claims and what the call itself sent are
 * nothing.
 */
export type Shows = OpenedKind | "rows" | "nothing";

type Caller =
  | { access: "public" | "visitor" | "intake"; shows?: undefined }
  | {
      access: "session" | Permission;
      /** Counted by the server's route: an operation for members can't be declared without it. */
      shows: Shows;
    };

/** One API call, described once: the server registers it, the browser calls it, OpenAPI documents it. */
export type Operation = Call & Caller;

interface Call {
  method: "GET" | "POST" | "PUT";
  /** Below `/api`, parameters as `:name`. */
  path: string;
  /** Its name in the API description, where the words of its path name another call too. */
  id?: string;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The file field of a multipart body; its other fields are `body`. */
  fileField?: string;
  /** The form may be sent without the file. */
  isFileOptional?: true;
  /** The file field may be repeated up to this often; once by default. */
  maxFiles?: number;
  /**
   * The media types of a body that is passed on unparsed, because a signature covers its bytes. `body` then only
   * documents it; the handler parses it once the signature is verified.
   */
  rawBody?: readonly string[];
  /** The largest body in bytes, `BODY_LIMIT` by default. Ignored for forms with a file, which have their own limits. */
  bodyLimit?: number;
  data: z.ZodType;
  extra?: z.ZodRawShape;
  /** Refused with `reauthentication_required` unless the member confirmed their identity recently. */
  fresh?: true;
  /** Also for a session of a mailed link, which may set a second factor up and nothing else. */
  enrolment?: true;
  /** False for a background call, which does not keep an idle session alive. */
  countsAsUse?: false;
  /** HTTP status of a success, 200 by default. */
  successStatus?: number;
  /** The media type of a response that is a file instead of an envelope. */
  binary?: string;
}

/** Enough for a form of a few fields, and too little to keep the server busy. */
const BODY_LIMIT = 16 * 1024;

/** For operations that take a name and a proof: sign-in, tracking, password reset. */
export const SMALL_BODY = 4 * 1024;

export function bodyLimitOf({ bodyLimit = BODY_LIMIT }: Operation): number {
  return bodyLimit;
}

export function defineOperation<const T extends Operation>(operation: T): T {
  return operation;
}

/** The URL of an operation below `/api`, with its parameters filled in and escaped. */
export function operationPath(operation: Operation, params: Record<string, string | number> = {}): string {
  return operation.path.replace(/:([a-zA-Z]+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${operation.path}: parameter ${name} is missing`);
    return encodeURIComponent(String(value));
  });
}
