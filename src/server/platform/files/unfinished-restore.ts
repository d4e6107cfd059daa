import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Pool } from "pg";
import { orMissing, syncFolder, writeDurably } from "./durable-write.ts";

/*
 * A restore changes two things that no transaction spans: the database and the folder of the files. It therefore first
 * writes a file with a random mark, and its transaction stores the same mark in the database. A program that finds the
 * file compares the two: with the mark in the database it moves the restored files into place, otherwise it deletes them.
 */

/** Paths used by a restore into the folder `files`. */
export function restorePaths(files: string) {
  return { note: `${files}.restore`, staged: `${files}.restoring`, replaced: `${files}.replaced` };
}

/** Key of the mark in `settings`, written by the restore's transaction. */
export const RESTORE_MARK = "restore";

type Queries = Pick<Pool, "query">;
/** Points at which a test interrupts a restore. */
export type RestorePoint = "staged" | "loaded" | "put-aside" | "put-in";

/** Records that a restore begins. @returns the mark that its transaction must store in the database */
export async function noteRestore(files: string): Promise<string> {
  const mark = randomUUID();
  await writeDurably(restorePaths(files).note, Buffer.from(mark));
  return mark;
}

/**
 * Finishes an interrupted restore whose transaction was committed, and undoes any other. May be interrupted at any point
 * and called again.
 */
export async function settleRestore(
  database: Queries,
  files: string,
  reached: (point: RestorePoint) => Promise<void> = async () => undefined,
): Promise<"none" | "finished" | "undone"> {
  const { note, staged, replaced } = restorePaths(files);
  const mark = await orMissing(readFile(note, "utf8"));
  if (mark === undefined) return "none";
  const { rows } = await database.query("select from settings where key = $1 and value = $2", [RESTORE_MARK, mark]);
  const isCommitted = rows.length > 0;
  if (isCommitted) await moveIntoPlace(files, reached);
  await rm(staged, { recursive: true, force: true });
  await rm(replaced, { recursive: true, force: true });
  await rm(note);
  await syncFolder(path.dirname(note));
  await database.query("delete from settings where key = $1 and value = $2", [RESTORE_MARK, mark]);
  return isCommitted ? "finished" : "undone";
}

/** Deletes nothing before the new folder has its final name on disk. */
async function moveIntoPlace(files: string, reached: (point: RestorePoint) => Promise<void>): Promise<void> {
  const { staged, replaced } = restorePaths(files);
  // Missing: it was already moved before the interruption.
  if ((await orMissing(stat(staged))) === undefined) return;
  // With the old folder already aside, this is an empty folder created by a program started in between.
  const isAside = (await orMissing(stat(replaced))) !== undefined;
  const there = await orMissing(readdir(files));
  if (there !== undefined && !isAside) {
    await rename(files, replaced);
    await syncFolder(path.dirname(files));
  } else if (there !== undefined) {
    await rm(files, { recursive: true });
  }
  await reached("put-aside");
  await rename(staged, files);
  await syncFolder(path.dirname(files));
  await reached("put-in");
}
