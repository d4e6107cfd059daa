import { openS3FileStore } from "#server/platform/files/s3-file-store.ts";
import { listKeys, stageBucketFiles } from "./bucket-files.ts";
import { filesFolder, type Installation, openForWriting } from "./installation.ts";
import { loadDatabase } from "./load.ts";
import { type FilePart, type Manifest, readVerifiedManifest } from "./manifest.ts";
import { listFiles, stageStoredFiles } from "./stored-files.ts";

/**
 * Restores the backup in `folder`. The backup is checked first, the database is restored in one transaction, and the
 * files take their place right after it, by one rename; into a bucket they are put before, and what does not belong
 * goes after. The program's own start runs newer migrations.
 * Throws, changing nothing, when the backup was changed, the program runs, or something is there and not `replace`.
 */
export async function restoreInstallation(
  installation: Installation,
  folder: string,
  options: { replace: boolean },
): Promise<Manifest> {
  const manifest = await readVerifiedManifest(folder);
  const files = filesOf(installation);
  if (!options.replace && (await files.list()).length > 0) {
    throw new Error(`${files.place} is not empty. Add --replace to remove the documents in it and restore the backup.`);
  }
  const database = await openForWriting(installation);
  try {
    const staged = await files.stage(folder, manifest.files);
    try {
      await loadDatabase(database.client, { folder, manifest, replace: options.replace });
    } catch (error) {
      await staged.discard();
      throw error;
    }
    await staged.swap();
    return manifest;
  } finally {
    await database.close();
  }
}

/** Where the files go: into the configured bucket, or without one into the data folder. */
function filesOf(installation: Installation) {
  if (installation.storage === null) {
    const place = filesFolder(installation);
    return {
      place,
      list: () => listFiles(place),
      stage: (folder: string, parts: FilePart[]) => stageStoredFiles(folder, parts, place),
    };
  }
  const store = openS3FileStore(installation.storage);
  return {
    place: "The bucket",
    list: () => listKeys(store),
    stage: (folder: string, parts: FilePart[]) => stageBucketFiles(store, folder, parts),
  };
}
