import { createHmac, randomBytes } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { readPrivateFile } from "#server/platform/private-file.ts";

/**
 * Reads the cluster's password from DATA_DIR (0600), or creates a random one if `mayCreate`.
 * Throws when it is missing although the cluster exists.
 */
export async function loadSuperuserPassword(dataDir: string, mayCreate: boolean): Promise<string> {
  const file = path.join(dataDir, "postgres-password");
  const existing = await readPrivateFile(file);
  if (existing !== null) return existing;
  if (!mayCreate) {
    throw new Error(`The database's password is missing: ${file}. Put the file back (it belongs to this data folder).`);
  }

  // Written to a temporary file, then linked: of two programs that start at once, one password wins.
  const draft = `${file}.${process.pid}.tmp`;
  await rm(draft, { force: true });
  const handle = await open(draft, "wx", 0o600);
  await handle.writeFile(`${randomBytes(32).toString("hex")}\n`);
  await handle.sync();
  await handle.close();
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
  return (await readFile(file, "utf8")).trim();
}

/** The password of the program's own role, derived from the superuser's, so that one file holds the only secret. */
export function applicationPasswordFrom(superuserPassword: string): string {
  return createHmac("sha256", superuserPassword).update("arrival_desk role").digest("hex");
}
