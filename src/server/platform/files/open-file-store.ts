import { type FileStore, openLocalFileStore } from "./file-store.ts";
import type { S3Location } from "./s3-location.ts";

/** The configured store: a bucket, or without one a folder. */
export async function openFileStore(location: S3Location | null, folder: string): Promise<FileStore> {
  if (location === null) return await openLocalFileStore(folder);
  // A quarter of a second of loading, for those who need it.
  const { openS3FileStore } = await import("./s3-file-store.ts");
  return openS3FileStore(location);
}
