import { createFileStore, type FileStore } from "./file-store.ts";
import { createS3Client, PrivateS3Driver, type S3Limits } from "./s3-driver.ts";
import type { S3Location } from "./s3-location.ts";

interface S3StoreOptions extends S3Limits {
  /** So long a good answer to `check` holds: whoever may ask for it must not run up the store's bill. */
  checkedMs: number;
}

const DEFAULTS: S3StoreOptions = { connectMs: 3000, answerMs: 20_000, stallMs: 20_000, checkedMs: 5000 };

/** Files in a bucket. Makes nothing and asks nothing: a store that is down at the start may be up at the first file. */
export function openS3FileStore(location: S3Location, options: Partial<S3StoreOptions> = {}): FileStore {
  const { checkedMs, ...limits } = { ...DEFAULTS, ...options };
  const driver = new PrivateS3Driver(createS3Client(location, limits), location);
  return createFileStore({
    driver,
    probe: remembered(() => driver.probe(), checkedMs),
    open: (key) => driver.open(key),
    list: (folder) => driver.list(folder),
  });
}

/** Asks once for all who ask at the same time, and not at all shortly after a good answer. */
function remembered(ask: () => Promise<void>, ms: number): () => Promise<void> {
  let goodUntil = 0;
  let asking: Promise<void> | undefined;
  return async () => {
    if (performance.now() < goodUntil) return;
    asking ??= ask()
      .then(() => {
        goodUntil = performance.now() + ms;
      })
      .finally(() => {
        asking = undefined;
      });
    await asking;
  };
}
