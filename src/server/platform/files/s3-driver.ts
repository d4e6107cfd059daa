import { Readable } from "node:stream";
import { GetObjectCommand, ListObjectsV2Command, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { S3Driver } from "flydrive/drivers/s3";
import type { WriteOptions } from "flydrive/types";
import type { FileEntry, StoredFile } from "./file-store.ts";
import type { S3Location } from "./s3-location.ts";

export interface S3Limits {
  /** To reach the server. */
  connectMs: number;
  /** From the request to the head of its answer; the longest that 10 MB may take to be stored. */
  answerMs: number;
  /** Between two pieces of an answer that somebody waits for. */
  stallMs: number;
}

/** One failure of the network or of the server is tried again, no more: a person waits. */
const ATTEMPTS = 2;
const nothing = () => undefined;
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };
/** What the program stores under; whatever else lies in the bucket is not its own. */
const OWN_KEY = /^[A-Za-z0-9_-]+(?:[/.][A-Za-z0-9_-]+)*$/;

export function createS3Client(location: S3Location, limits: S3Limits): S3Client {
  const { endpoint, region, isPathStyle, credentials } = location;
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: isPathStyle,
    ...(credentials && { credentials }),
    maxAttempts: ATTEMPTS,
    // Checksums in trailers and 100-continue are what many compatible servers don't know; the body's digest is signed.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    expectContinueHeader: false,
    // What goes wrong is thrown; the SDK would tell the console of it as well.
    logger: SILENT,
    requestHandler: {
      connectionTimeout: limits.connectMs,
      requestTimeout: limits.answerMs,
      throwOnRequestTimeout: true,
      // A socket is idle, too, while a visitor on a slow line takes the file: `endStalls` knows the difference.
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

/** The same bytes; fails when somebody asks for the next ones and none come within the time. */
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
  // Nobody listens yet when the server breaks off early; the reader gets the error from the loop above.
  body.on("error", () => undefined);
  // A generator that was never asked for anything would not end its source.
  watched.once("close", () => body.destroy());
  return watched;
}

/** Flydrive's driver below a prefix, with one request to read, dates from the listing, and no ACL: the bucket is private. */
export class PrivateS3Driver extends S3Driver {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(client: S3Client, { bucket, prefix }: Pick<S3Location, "bucket" | "prefix">) {
    super({ client, bucket, visibility: "private", supportsACL: false });
    this.#client = client;
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    await super.put(this.#prefix + key, contents);
  }

  override async putStream(key: string, contents: Readable, options?: WriteOptions): Promise<void> {
    await super.putStream(this.#prefix + key, contents, options);
  }

  override async delete(key: string): Promise<void> {
    try {
      await super.delete(this.#prefix + key);
    } catch (error) {
      // Amazon answers as if it had been there; not everybody does.
      if (!(error instanceof S3ServiceException && error.name === "NoSuchKey")) throw error;
    }
  }

  async open(key: string): Promise<StoredFile> {
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: this.#prefix + key });
    const { Body, ContentLength } = await named(this.#client.send(command));
    if (!(Body instanceof Readable)) throw new Error("the answer has no body");
    if (ContentLength === undefined) {
      Body.destroy();
      throw new Error("the answer does not tell its length");
    }
    return { stream: Body, bytes: ContentLength };
  }

  async list(folder: string): Promise<FileEntry[]> {
    const found: FileEntry[] = [];
    let token: string | undefined;
    do {
      const page = await this.#page({ Prefix: `${this.#prefix}${folder}/`, ContinuationToken: token });
      for (const { Key = "", LastModified } of page.Contents ?? []) {
        const key = Key.slice(this.#prefix.length);
        if (LastModified !== undefined && OWN_KEY.test(key)) found.push({ key, modifiedAt: LastModified });
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
    return found;
  }

  /** Throws unless the bucket is there and lists what is below the prefix, which is the right the sweep needs too. */
  async probe(): Promise<void> {
    await this.#page({ Prefix: this.#prefix, MaxKeys: 1 });
  }

  async #page(input: { Prefix: string; MaxKeys?: number; ContinuationToken?: string | undefined }) {
    return await named(this.#client.send(new ListObjectsV2Command({ Bucket: this.#bucket, ...input })));
  }
}

/** An error that tells what the server said, and nothing of the request: it is logged. */
async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error;
    const { httpStatusCode, requestId } = error.$metadata;
    throw new Error(`${error.name} (${httpStatusCode}, request ${requestId ?? "unknown"}): ${error.message}`);
  }
}
