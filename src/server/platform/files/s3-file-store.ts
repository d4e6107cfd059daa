import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { createFileStore, type FileEntry, type FileStore, type StorageBackend } from "./file-store.ts";
import { createS3Client, type S3Limits, withinBudget } from "./s3-client.ts";
import type { S3Location } from "./s3-location.ts";

interface S3StoreOptions extends S3Limits {
  /** How long a successful `check` is cached: public health checks must not cause cost at the store. */
  checkedMs: number;
  /** Pause between probes while the circuit is open. */
  probeMs: number;
}

const DEFAULTS: S3StoreOptions = {
  connectMs: 3000,
  answerMs: 10_000,
  stallMs: 10_000,
  checkedMs: 5000,
  probeMs: 2000,
};

/** Files in a bucket. Does not contact the store at start-up, when it may still be unavailable. */
export function openS3FileStore(location: S3Location, options: Partial<S3StoreOptions> = {}): FileStore {
  const { checkedMs, probeMs, ...limits } = { ...DEFAULTS, ...options };
  const objects = bucketObjects(location, limits);
  const check = cachedCheck(objects.check, checkedMs);
  const store = createFileStore({ ...objects, check });
  // Not the cached check: a success from just before the outage would close the circuit again.
  const protect = circuitBreaker({ probe: objects.check, slowMs: Math.min(SLOW_MS, limits.answerMs / 2), probeMs });
  return {
    put: (key, source) => protect(() => store.put(key, source)),
    get: (key) => protect(() => store.get(key)),
    remove: (key) => protect(() => store.remove(key)),
    list: (folder) => protect(() => store.list(folder)),
    check: store.check,
  };
}

/** Keys written by the program; other objects in the bucket are ignored. */
const OWN_KEY = /^[A-Za-z0-9_-]+(?:[/.][A-Za-z0-9_-]+)*$/;

/** One request per call, or per page of a listing. No ACL is sent: the bucket itself is private. */
function bucketObjects(location: S3Location, limits: S3Limits): StorageBackend {
  const { bucket: Bucket, prefix } = location;
  const client = createS3Client(location, limits);
  const call = <T>(run: Parameters<typeof withinBudget<T>>[1], source?: Readable) =>
    withinBudget(limits.answerMs, run, source);
  const page = (input: Omit<ListObjectsV2CommandInput, "Bucket">) =>
    call((options) => client.send(new ListObjectsV2Command({ Bucket, ...input }), options));
  return {
    write: async (key, Body, ContentLength) => {
      const command = new PutObjectCommand({ Bucket, Key: prefix + key, Body, ContentLength });
      await call((options) => client.send(command, options), Body instanceof Readable ? Body : undefined);
    },
    get: async (key) => {
      const command = new GetObjectCommand({ Bucket, Key: prefix + key });
      const { Body, ContentLength } = await call((options) => client.send(command, options));
      if (!(Body instanceof Readable)) throw new Error("the answer has no body");
      if (ContentLength === undefined) {
        Body.destroy();
        throw new Error("the answer does not state its length");
      }
      return { stream: Body, bytes: ContentLength };
    },
    remove: async (key) => {
      const command = new DeleteObjectCommand({ Bucket, Key: prefix + key });
      try {
        await call((options) => client.send(command, options));
      } catch (error) {
        // Amazon reports success for a missing key; other servers do not.
        if ((error as { code?: string }).code !== "NoSuchKey") throw error;
      }
    },
    list: async (folder) => {
      const found: FileEntry[] = [];
      let token: string | undefined;
      do {
        const { Contents, IsTruncated, NextContinuationToken } = await page({
          Prefix: `${prefix}${folder}/`,
          ContinuationToken: token,
        });
        for (const { Key = "", LastModified } of Contents ?? []) {
          const key = Key.slice(prefix.length);
          if (LastModified !== undefined && OWN_KEY.test(key)) found.push({ key, modifiedAt: LastModified });
        }
        token = IsTruncated ? NextContinuationToken : undefined;
      } while (token !== undefined);
      return found;
    },
    // Throws unless the bucket exists and the prefix can be listed, a permission that the sweep needs too.
    check: async () => {
      await page({ Prefix: prefix, MaxKeys: 1 });
    },
  };
}

/** A failure slower than this counts as a timeout and opens the circuit; a fast failure delays no one. */
const SLOW_MS = 2000;

interface BreakerOptions {
  probe(): Promise<void>;
  slowMs: number;
  probeMs: number;
}

/** After a call that timed out, further calls fail immediately until the store has answered a probe. */
function circuitBreaker({ probe, slowMs, probeMs }: BreakerOptions) {
  let isOpen = false;

  async function probeUntilBack(): Promise<void> {
    while (isOpen) {
      isOpen = await probe().then(
        () => false,
        () => true,
      );
      if (isOpen) await delay(probeMs, undefined, { ref: false });
    }
  }

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (isOpen) {
      const cause = new Error("the store has not answered lately");
      throw new AppError("unavailable", MESSAGES.storageAway, { cause, retryAfterSeconds: 5 });
    }
    const startedAt = performance.now();
    try {
      return await work();
    } catch (error) {
      if (!isOpen && performance.now() - startedAt >= slowMs) {
        isOpen = true;
        void probeUntilBack();
      }
      throw error;
    }
  };
}

/** Shares one in-flight check among concurrent callers, and caches a success for `ms`. */
function cachedCheck(check: () => Promise<void>, ms: number): () => Promise<void> {
  let goodUntil = 0;
  let pending: Promise<void> | undefined;
  return async () => {
    if (performance.now() < goodUntil) return;
    pending ??= check()
      .then(() => {
        goodUntil = performance.now() + ms;
      })
      .finally(() => {
        pending = undefined;
      });
    await pending;
  };
}
