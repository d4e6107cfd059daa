import { STATUS_LABELS } from "#contract/orders/status-labels.ts";
import type { CsvCheck, createCsvImport } from "#server/features/intake/csv-import.service.ts";
import type { BadLine } from "#server/features/intake/csv-import-lines.ts";
import { CsvFileError } from "#server/features/intake/csv-import-text.ts";

export interface ImportCommand {
  file: string;
  isDryRun: boolean;
  skipBad: boolean;
}

const PROGRESS_EVERY = 1000;

const number = (count: number) => count.toLocaleString("en");
const say = (text: string) => console.log(text);

/** Runs the command and prints its progress. @returns the exit code */
export async function runImport(csv: ReturnType<typeof createCsvImport>, command: ImportCommand): Promise<number> {
  try {
    const check = await csv.check(command.file, sayProblems);
    sayCheck(check);
    if (command.isDryRun) return check.bad > 0 ? 1 : 0;
    if (check.bad > 0 && !command.skipBad) {
      say("Nothing was imported. Correct the bad lines, or leave them out with --skip-bad.");
      return 1;
    }
    return await insert(csv, command, check);
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error;
    say(`line ${error.line}: ${error.message}`);
    say("Nothing was imported: the file can't be read completely.");
    return 1;
  }
}

async function insert(csv: ReturnType<typeof createCsvImport>, { file }: ImportCommand, check: CsvCheck) {
  const stopping = new AbortController();
  // Only the first signal: a second one ends the process as usual.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  let reported = 0;
  const onProgress = (done: number) => {
    if (done - reported < PROGRESS_EVERY) return;
    reported = done;
    say(`${number(done)} of ${number(check.good)}`);
  };
  const { imported, alreadyThere, isStopped } = await csv.insert(file, check, { signal: stopping.signal, onProgress });
  say(`${number(imported)} imported, ${number(alreadyThere)} already there.`);
  if (isStopped) say("Stopped before the end. The same command imports the rest.");
  else if (check.bad > 0) {
    say(
      `Bad lines left out: ${number(check.bad)}. Correct them in a file of their own: this one, changed, is a new file.`,
    );
  }
  return isStopped ? 1 : 0;
}

function sayProblems({ line, problems }: BadLine): void {
  for (const { column, message } of problems) say(`line ${line}${column === "" ? "" : `, ${column}`}: ${message}`);
}

function sayCheck({ good, bad, queues }: CsvCheck): void {
  const parts = [...queues].map(([status, count]) => `${STATUS_LABELS[status]} ${number(count)}`);
  const where = parts.length === 0 ? "" : ` Queues: ${parts.join(", ")}.`;
  say(`Good lines: ${number(good)}. Bad lines: ${number(bad)}.${where}`);
}
