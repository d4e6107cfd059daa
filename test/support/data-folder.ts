import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { testFolderPrefix } from "./abandoned-servers.ts";

/** A temporary folder that the server's account can traverse; the next run removes those of killed runs. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `${testFolderPrefix}${process.pid}-`));
  await chmod(folder, 0o711);
  return path.join(folder, "data");
}
