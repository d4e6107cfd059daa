import { access, constants, open, rm } from "node:fs/promises";
import path from "node:path";
import { listWritten, makeFolder, sweepTemporaryFiles, writeDurably } from "./durable-write.ts";
import { createFileStore, type FileStore } from "./file-store.ts";

/** An upload takes at most two minutes (`requestTimeout`); older temporary files are leftovers. */
const LEFTOVER_MS = 10 * 60_000;

/** Files in a local folder, which is created when missing and cleared of interrupted writes. */
export async function openLocalFileStore(folder: string): Promise<FileStore> {
  await makeFolder(folder);
  await sweepTemporaryFiles(folder, LEFTOVER_MS);
  return createLocalFileStore(folder);
}

/** Files in an existing folder. `writeFile` creates missing parent folders. */
export function createLocalFileStore(folder: string, writeFile: typeof writeDurably = writeDurably): FileStore {
  const fileOf = (key: string) => path.join(folder, key);
  return createFileStore({
    write: (key, content) => writeFile(fileOf(key), content),
    get: async (key) => {
      // One handle, so that length and content belong to the same file.
      const handle = await open(fileOf(key));
      const { size } = await handle.stat();
      return { stream: handle.createReadStream(), bytes: size };
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    list: (name) => listWritten(folder, name),
    check: () => access(folder, constants.R_OK | constants.W_OK),
  });
}
