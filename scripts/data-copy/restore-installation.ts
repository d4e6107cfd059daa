import { filesFolder, type Installation, openForWriting } from "./installation.ts";
import { loadDatabase } from "./load.ts";
import { type Manifest, readVerifiedManifest } from "./manifest.ts";
import { listFiles, stageStoredFiles } from "./stored-files.ts";

/**
 * Restores the backup in `folder`. The backup is checked first, the database is restored in one transaction, and
 * the documents take their place right after it. The program's own start runs newer migrations.
 * Throws, changing nothing, when the backup was changed, the program runs, or something is there and not `replace`.
 */
export async function restoreInstallation(
  installation: Installation,
  folder: string,
  options: { replace: boolean },
): Promise<Manifest> {
  const manifest = await readVerifiedManifest(folder);
  const target = filesFolder(installation);
  const restoresFiles = !installation.hasObjectStore;
  if (restoresFiles && !options.replace && (await listFiles(target)).length > 0) {
    throw new Error(`${target} is not empty. Add --replace to remove the documents in it and restore the backup.`);
  }
  const database = await openForWriting(installation);
  try {
    const staged = restoresFiles ? await stageStoredFiles(folder, manifest.files, target) : undefined;
    try {
      await loadDatabase(database.client, { folder, manifest, replace: options.replace });
    } catch (error) {
      await staged?.discard();
      throw error;
    }
    await staged?.swap();
    return manifest;
  } finally {
    await database.close();
  }
}
