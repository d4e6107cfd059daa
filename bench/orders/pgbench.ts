import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { percentiles } from "../measure.ts";

const run = promisify(execFile);

/** Plain SQL for a page of a queue and its total. */
const OBVIOUS = `select id, status, full_name, email, telephone_number, phone_code, created_at, refunded_at,
  processing_date, process_month, version from orders where purged_at is null and status = 'Completed'
  order by created_at, id limit 10 offset 0;
select count(*) from orders where purged_at is null and status = 'Completed';
`;

export interface Rival {
  name: string;
  p50: number;
  p95: number;
}

/**
 * Runs plain SQL for a page of the large queue with pgbench if it is installed (in PATH or Debian's PostgreSQL folders),
 * otherwise with a bare loop of pg in its own process. Milliseconds for the page and its total.
 */
export async function measureObviousPage(connectionString: string, clients: number, seconds: number): Promise<Rival> {
  const folder = await mkdtemp(path.join(tmpdir(), "arrival-desk-bench-"));
  try {
    const script = path.join(folder, "page.sql");
    await writeFile(script, OBVIOUS);
    const pgbench = await findPgbench();
    if (pgbench === undefined)
      return { name: "bare pg loop", ...(await bareLoop(script, connectionString, clients, seconds)) };
    const threads = Math.min(clients, 2);
    const args = ["-n", "-M", "prepared", "-f", script, "-c", clients, "-j", threads, "-T", seconds, "-l"].map(String);
    await run(pgbench, [...args, `--log-prefix=${path.join(folder, "times")}`, connectionString]);
    return { name: "pgbench", ...percentiles(await loggedTimes(folder)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The third field of each transaction's line is its duration in microseconds. */
async function loggedTimes(folder: string): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith("times"));
  const logs = await Promise.all(names.map((name) => readFile(path.join(folder, name), "utf8")));
  return logs.flatMap((log) => log.trim().split("\n")).map((line) => Number(line.split(" ")[2]) / 1000);
}

async function findPgbench(): Promise<string | undefined> {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? (await readdir(debian)).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? "").split(path.delimiter),
    ...versions.map((v) => path.join(debian, v, "bin")),
  ];
  return folders.map((folder) => path.join(folder, "pgbench")).find((file) => existsSync(file));
}

async function bareLoop(script: string, connectionString: string, clients: number, seconds: number) {
  const file = path.join(import.meta.dirname, "bare-loop.ts");
  const { stdout } = await run(process.execPath, [file, connectionString, script, String(clients), String(seconds)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return percentiles(JSON.parse(stdout) as number[]);
}
