import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import path from "node:path";

/** The trimmed content of a small file, or null when it does not exist. */
export async function readPrivateFile(file: string): Promise<string | null> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Writes a file atomically, readable by this program's user only. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(6).toString("hex")}`;
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(`${text}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/** The secret stored in `file`; created on the first call: 256 random bits, 43 characters. */
export async function loadOrCreateSecret(file: string): Promise<string> {
  const kept = await readPrivateFile(file);
  if (kept !== null && kept !== "") return kept;
  const made = randomBytes(32).toString("base64url");
  await writePrivateFile(file, made);
  return made;
}
