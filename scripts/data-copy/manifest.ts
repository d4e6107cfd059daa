import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

/** A path relative to the backup folder; it must not lead outside. */
const partPathSchema = z
  .string()
  .refine((name) => !path.isAbsolute(name) && !name.split(/[/\\]/).includes(".."), "leads out of the folder");

const partSchema = z.object({ path: partPathSchema, sha256: z.string().length(64) });

const tableSchema = partSchema.extend({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int().nonnegative(),
});

const sequenceSchema = z.object({ schema: z.string(), name: z.string(), lastValue: z.string(), isCalled: z.boolean() });

/** The content of a backup. `migrations` are the times (`when`) of the schema's migrations. */
export const manifestSchema = z.object({
  format: z.literal(1),
  program: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.int()),
  /** Schema version of pg-boss; null when it never ran. */
  jobsVersion: z.int().nullable(),
  partitionedQueues: z.array(z.object({ name: z.string(), policy: z.string() })),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
  files: z.array(partSchema),
  /** Rows whose file was known to be lost; absent in backups from before they were counted. */
  missingFiles: z.int().nonnegative().default(0),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TablePart = z.infer<typeof tableSchema>;
export type SequenceValue = z.infer<typeof sequenceSchema>;
export type FilePart = z.infer<typeof partSchema>;

export const MANIFEST_NAME = "manifest.json";
const checksumName = "manifest.sha256";

/** Written last: a folder without it is an unfinished backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  await writeFile(path.join(folder, MANIFEST_NAME), text, { mode: 0o600 });
  await writeFile(path.join(folder, checksumName), `${sha256(text)}  ${MANIFEST_NAME}\n`, { mode: 0o600 });
}

/** Reads a backup's manifest and verifies all parts. Throws an error that names the first missing or changed part. */
export async function readVerifiedManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST_NAME), "utf8").catch(() => {
    throw new Error(`${folder} is not a complete backup: it has no ${MANIFEST_NAME}.`);
  });
  const checksum = await readFile(path.join(folder, checksumName), "utf8").catch(() => "");
  if (checksum.split(" ")[0] !== sha256(text)) throw new Error(`The backup was changed: ${MANIFEST_NAME}.`);

  const manifest = manifestSchema.parse(JSON.parse(text));
  for (const part of [...manifest.tables, ...manifest.files]) {
    const actual = await hashFile(path.join(folder, part.path)).catch(() => undefined);
    if (actual === undefined) throw new Error(`The backup is incomplete: ${part.path} is missing.`);
    if (actual !== part.sha256) throw new Error(`The backup was changed: ${part.path}.`);
  }
  return manifest;
}

/** SHA-256 of a file as hex. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
