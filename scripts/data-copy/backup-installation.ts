import { mkdir, readdir } from "node:fs/promises";
import { openS3FileStore } from "#server/platform/files/s3-file-store.ts";
import description from "../../package.json" with { type: "json" };
import { copyBucketFiles } from "./bucket-files.ts";
import { dumpDatabase } from "./dump.ts";
import { filesFolder, type Installation, openForReading } from "./installation.ts";
import { type FilePart, type Manifest, writeManifest } from "./manifest.ts";
import { copyStoredFiles } from "./stored-files.ts";

/**
 * Writes a backup of the database and the stored files into `folder`, which must be empty or missing and is created with
 * mode 0700, because it contains personal data. The program may be running. Returns the manifest.
 */
export async function backupInstallation(installation: Installation, folder: string): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty; name a new folder for the backup.`);

  const database = await openForReading(installation);
  try {
    let files: FilePart[] = [];
    const copyFiles = async () => {
      const { storage } = installation;
      files =
        storage === null
          ? await copyStoredFiles(filesFolder(installation), folder)
          : await copyBucketFiles(openS3FileStore(storage), folder);
    };
    const part = await dumpDatabase(database.client, folder, copyFiles);
    const manifest: Manifest = {
      format: 1,
      program: description.version,
      createdAt: new Date().toISOString(),
      ...part,
      files,
    };
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await database.close();
  }
}
