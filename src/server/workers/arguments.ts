import { parseArgs } from "node:util";

const MOST_WORKERS = 64;

/** The command line can't be used; the message is for people. */
export class ArgumentsError extends Error {}

/** @throws ArgumentsError */
export function readArguments(args: readonly string[]): { workers: number | null } {
  const { workers } = parse(args);
  if (workers === undefined) return { workers: null };
  const count = /^\d{1,4}$/.test(workers) ? Number(workers) : 0;
  if (count < 1 || count > MOST_WORKERS) {
    throw new ArgumentsError(`--workers takes a whole number from 1 to ${MOST_WORKERS}, not "${workers}".`);
  }
  return { workers: count };
}

function parse(args: readonly string[]): { workers?: string | undefined } {
  try {
    return parseArgs({ args: [...args], options: { workers: { type: "string" } } }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ArgumentsError(`${reason}\nThe one option is --workers N: so many server processes on one port.`);
  }
}
