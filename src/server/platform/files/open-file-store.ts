import type { FileStore } from "./file-store.ts";
import { openLocalFileStore } from "./local-file-store.ts";
import type { S3Location } from "./s3-location.ts";

/** The configured store: a bucket, or a local folder if no bucket is configured. */
export async function openFileStore(location: S3Location | null, folder: string): Promise<FileStore> {
  if (location === null) return await openLocalFileStore(folder);
  // Loading the SDK takes a quarter of a second; only installations with a bucket need it.
  const { openS3FileStore } = await import("./s3-file-store.ts");
  return openS3FileStore(location);
}
