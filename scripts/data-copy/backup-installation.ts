import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { LAST_BACKUP } from "#server/platform/db/settings.ts";
import { openS3FileStore } from "#server/platform/files/s3-file-store.ts";
import description from "../../package.json" with { type: "json" };
import { copyBucketFiles } from "./bucket-files.ts";
import { dumpDatabase } from "./dump.ts";
import { findMissingFiles, keysOf, type Missing } from "./file-rows.ts";
import { filesFolder, filesPlace, type Installation, openForReading } from "./installation.ts";
import { type FilePart, MANIFEST_NAME, type Manifest, writeManifest } from "./manifest.ts";
import { copyStoredFiles } from "./stored-files.ts";

export interface BackupOptions {
  /** Completes a backup although files of its rows are missing: they are known to be lost. */
  allowMissingFiles?: boolean;
}

/** In a folder while a backup is written into it: what is there without a manifest may be removed. */
const UNFINISHED = "unfinished-backup";

/**
 * Writes a backup of the database and the stored files into `folder`, which must be empty or missing, or hold a backup
 * that was interrupted; it is created with mode 0700, because it contains personal data. The program may be running.
 * A backup that fails leaves the folder empty. @throws Error also when files of the database's rows are missing
 */
export async function backupInstallation(
  installation: Installation,
  folder: string,
  { allowMissingFiles = false }: BackupOptions = {},
): Promise<Manifest> {
  await prepareFolder(folder);
  const database = await openForReading(installation);
  try {
    let files: FilePart[] = [];
    let missing: Missing = { count: 0, of: 0, first: null };
    const part = await dumpDatabase(database.client, folder, async () => {
      files = await copyFiles(installation, folder);
      missing = await findMissingFiles(database.client, keysOf(files));
      if (missing.count > 0 && !allowMissingFiles) throw new Error(missingSentence(missing, installation));
    });
    const manifest: Manifest = {
      format: 1,
      program: description.version,
      createdAt: new Date().toISOString(),
      ...part,
      files,
      missingFiles: missing.count,
    };
    await writeManifest(folder, manifest);
    await rm(path.join(folder, UNFINISHED));
    return manifest;
  } catch (error) {
    await emptyFolder(folder);
    throw error;
  } finally {
    await database.close();
  }
}

/** Writes down for the Admins' first steps that a backup was completed now. */
export async function noteBackup(installation: Installation): Promise<void> {
  const { client, close } = await openForReading(installation);
  try {
    const now = new Date().toISOString();
    const write =
      "insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value";
    await client.query(write, [LAST_BACKUP, now]);
  } finally {
    await close();
  }
}

async function copyFiles(installation: Installation, folder: string): Promise<FilePart[]> {
  const { storage } = installation;
  if (storage === null) return await copyStoredFiles(filesFolder(installation), folder);
  return await copyBucketFiles(openS3FileStore(storage), folder);
}

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  const isUnfinished = names.includes(UNFINISHED) && !names.includes(MANIFEST_NAME);
  if (names.length > 0 && !isUnfinished) {
    throw new Error(`${folder} is not empty; name a new folder for the backup.`);
  }
  await emptyFolder(folder);
  await writeFile(path.join(folder, UNFINISHED), "", { mode: 0o600 });
}

async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true, force: true });
}

function missingSentence({ count, of, first }: Missing, installation: Installation): string {
  return (
    `${count} of ${of} stored files are missing, such as ${first}. The files were looked for in ` +
    `${filesPlace(installation)}: are STORAGE_URL and DATA_DIR those of the program? If the files are known to be lost, ` +
    "add --allow-missing-files."
  );
}
