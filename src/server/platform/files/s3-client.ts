import { Readable } from "node:stream";
import { S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import type { S3Location } from "./s3-location.ts";

export interface S3Limits {
  /** Time to connect. */
  connectMs: number;
  /** From the first attempt to the response headers, retries included; limits how long storing 10 MB may take. */
  answerMs: number;
  /** Between two chunks of a response body that is being read. */
  stallMs: number;
}

/** One retry only, because a person is waiting. */
const ATTEMPTS = 2;
const nothing = () => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };

export function createS3Client(location: S3Location, limits: S3Limits): S3Client {
  const { endpoint, region, isPathStyle, credentials } = location;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: isPathStyle,
    ...(credentials && { credentials }),
    maxAttempts: ATTEMPTS,
    // Many compatible servers support neither checksums in trailers nor 100-continue; the body's digest is signed anyway.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    expectContinueHeader: false,
    // Errors are thrown; the SDK would also write them to the console.
    logger: SILENT,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.answerMs,
      throwOnRequestTimeout: true,
      // A socket is also idle while a slow client reads the file; `endStalls` tells the two apart.
      socketTimeout: 0,
    },
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const response = result.response as { body?: unknown };
      if (response.body instanceof Readable) response.body = endStalls(response.body, limits.stallMs);
      return result;
    },
    { name: "endStalls", step: "deserialize", priority: "low" },
  );
  return client;
}

/**
 * One time limit for all attempts of a call, up to the response headers; `endStalls` watches the body. If `source` fails,
 * the call is aborted: the SDK would keep waiting for its next chunk.
 * @throws Error with the server's answer but nothing of the request, because it is logged
 */
export async function withinBudget<T>(
  budgetMs: number,
  call: (options: { abortSignal: AbortSignal }) => Promise<T>,
  source?: Readable,
): Promise<T> {
  const budget = new AbortController();
  source?.once("error", () => budget.abort());
  const timer = setTimeout(() => budget.abort(), budgetMs);
  try {
    return await call({ abortSignal: budget.signal });
  } catch (error) {
    if (source?.errored) throw source.errored;
    if (budget.signal.aborted) throw new Error(`no answer within ${budgetMs} ms`);
    if (!(error instanceof S3ServiceException)) throw error;
    const { httpStatusCode, requestId } = error.$metadata;
    const text = `${error.name} (${httpStatusCode}, request ${requestId ?? "unknown"}): ${error.message}`;
    throw Object.assign(new Error(text), { code: error.name });
  } finally {
    clearTimeout(timer);
  }
}

/** Passes the body through; fails when a requested chunk does not arrive in time. */
function endStalls(body: Readable, stallMs: number): Readable {
  async function* pieces() {
    const wait = () => setTimeout(() => body.destroy(new Error(`nothing came for ${stallMs} ms`)), stallMs);
    let timer = wait();
    try {
      for await (const piece of body) {
        clearTimeout(timer);
        yield piece as Buffer;
        timer = wait();
      }
    } finally {
      clearTimeout(timer);
    }
  }
  const watched = Readable.from(pieces(), { objectMode: false });
  // Prevents an unhandled error when the server breaks off early; the reader gets it from the loop above.
  body.on("error", () => undefined);
  // A generator that was never started would not destroy its source.
  watched.once("close", () => body.destroy());
  return watched;
}
