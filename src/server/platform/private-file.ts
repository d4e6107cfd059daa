import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { orMissing, writeDurably } from "./files/durable-write.ts";

/** The trimmed content of a small file, or null when it does not exist. */
export async function readPrivateFile(file: string): Promise<string | null> {
  return (await orMissing(readFile(file, "utf8")))?.trim() ?? null;
}

/** Writes a file that only this program's user can read. */
export async function writePrivateFile(file: string, text: string): Promise<void> {
  await writeDurably(file, Buffer.from(`${text}\n`));
}

/** The secret stored in `file`; created on the first call: 256 random bits, 43 characters. */
export async function loadOrCreateSecret(file: string): Promise<string> {
  const kept = await readPrivateFile(file);
  if (kept !== null && kept !== "") return kept;
  const made = randomBytes(32).toString("base64url");
  await writePrivateFile(file, made);
  return made;
}
