import path from "node:path";
import type { Client } from "pg";
import { countWithoutKey } from "#server/features/auth/factors/missing-keys.ts";
import { openS3FileStore } from "#server/platform/files/s3-file-store.ts";
import { noteRestore, type RestorePoint, settleRestore } from "#server/platform/files/unfinished-restore.ts";
import { readPrivateFile } from "#server/platform/private-file.ts";
import { listKeys, stageBucketFiles } from "./bucket-files.ts";
import { filesFolder, type Installation, openForWriting } from "./installation.ts";
import { loadDatabase, type OrderIds } from "./load.ts";
import { type FilePart, type Manifest, readVerifiedManifest } from "./manifest.ts";
import { listFiles, stageStoredFiles } from "./stored-files.ts";

interface RestoreOptions {
  replace: boolean;
  /** Restores rows whose file is not in the backup. */
  allowMissingFiles?: boolean;
  /** Called at each point; tests interrupt the restore there. */
  reached?: (point: RestorePoint) => Promise<void>;
}

export interface Restored {
  manifest: Manifest;
  /** Members whose authenticator apps can't be checked with the keys of this installation. */
  appsWithoutKey: number;
  /** The id of the next order. */
  nextOrderId: number;
  /** How many ids were skipped before it. */
  leftOut: number;
}

/**
 * Restores the backup in `folder`: verifies it, restores the database in one transaction, then moves the files into place.
 * If interrupted in between, the next start or restore finishes or undoes it. With a bucket, files are uploaded before the
 * transaction and superfluous ones removed after it. Newer migrations run when the program starts.
 * Throws without changing anything when the backup was modified or lacks files of its rows, the program is running, or
 * data exists and `replace` is not set.
 */
export async function restoreInstallation(
  installation: Installation,
  folder: string,
  options: RestoreOptions,
): Promise<Restored> {
  const manifest = await readVerifiedManifest(folder);
  const files = filesOf(installation);
  if (!options.replace && (await files.list()).length > 0) {
    throw new Error(`${files.place} is not empty. Add --replace to remove the documents in it and restore the backup.`);
  }
  const database = await openForWriting(installation);
  try {
    const { reached = async () => undefined } = options;
    const staged = await files.stage(database.client, folder, manifest.files, reached);
    await reached("staged");
    let orderIds: OrderIds;
    const { replace, allowMissingFiles = false } = options;
    try {
      orderIds = await loadDatabase(database.client, {
        folder,
        manifest,
        replace,
        allowMissingFiles,
        mark: staged.mark,
      });
    } catch (error) {
      await staged.discard();
      throw error;
    }
    await reached("loaded");
    await staged.swap();
    const appsWithoutKey = await countWithoutKey(database.client, await factorKeys(installation));
    return { manifest, ...orderIds, appsWithoutKey };
  } finally {
    await database.close();
  }
}

/** As the program finds them. */
async function factorKeys({ dataDir }: Installation): Promise<string[]> {
  const configured =
    process.env.FACTOR_KEY || (await readPrivateFile(path.join(dataDir, "secrets", "factor-key"))) || "";
  return configured.split(",").flatMap((key) => key.trim() || []);
}

/** The target of the files: the configured bucket, or the data folder. */
function filesOf(installation: Installation) {
  if (installation.storage === null) {
    const place = filesFolder(installation);
    return {
      place,
      list: () => listFiles(place),
      stage: (client: Client, folder: string, parts: FilePart[], reached: (point: RestorePoint) => Promise<void>) =>
        stageInFolder({ client, folder, parts, place, reached }),
    };
  }
  const store = openS3FileStore(installation.storage);
  return {
    place: "The bucket",
    list: () => listKeys(store),
    stage: async (_client: Client, folder: string, parts: FilePart[]) => ({
      mark: null,
      ...(await stageBucketFiles(store, folder, parts)),
    }),
  };
}

interface FolderStage {
  client: Client;
  folder: string;
  parts: FilePart[];
  place: string;
  reached: (point: RestorePoint) => Promise<void>;
}

async function stageInFolder({ client, folder, parts, place, reached }: FolderStage) {
  if (await hasSettings(client)) await settleRestore(client, place);
  await stageStoredFiles(folder, parts, place);
  const mark = await noteRestore(place);
  const settle = async () => void (await settleRestore(client, place, reached));
  // After a lost connection it is unknown whether the transaction was committed; the next start finds out.
  return { mark, swap: settle, discard: async () => void (await settle().catch(() => undefined)) };
}

async function hasSettings(client: Client): Promise<boolean> {
  const { rows } = await client.query("select from pg_tables where schemaname = 'public' and tablename = 'settings'");
  return rows.length > 0;
}
