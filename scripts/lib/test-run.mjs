import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Time for a database to shut down before it is killed. */
const END_MS = 5_000;
/** Followed by the id of the process that owns the folder. */
const PREFIX = "arrival-desk-run-";

/**
 * Runs `main` with a folder for all temporary files of a test run. When `main` ends, also by an error or a signal, ends
 * every process that still uses the folder and removes it: a test runner that is stopped leaves behind the processes of
 * its tests, above all databases. A run that was killed can't clean up; the next one does that first.
 */
export async function withTestRun(main) {
  await removeKilledRuns();
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  // Same mode as /tmp: the account of a database started by root must be able to traverse it.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  try {
    return await main(folder);
  } finally {
    // A second signal (one from npm, one from the terminal) must not interrupt the cleanup.
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);
    if (process.platform === "linux") await endProcessesOf(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** Ends what killed runs left behind. Never fails: a folder of another user, for instance, stays. */
async function removeKilledRuns() {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX))) {
    const folder = path.join(tmpdir(), name);
    if (isRunning(Number(name.slice(PREFIX.length).split("-")[0]))) continue;
    try {
      if (existsSync("/proc")) await endProcessesOf(folder);
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      console.log(`Removed what a killed test run left in ${folder}.`);
    } catch (error) {
      console.log(`A killed test run's ${folder} could not be removed: ${error.message}`);
    }
  }
}

/** Whether a process with this id runs our scripts; another program may have got the id of a killed run. */
function isRunning(pid) {
  if (existsSync("/proc/self")) return readProc(pid, "cmdline").includes("scripts/");
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

async function endProcessesOf(folder) {
  const endsAt = performance.now() + END_MS;
  let processes = processesOf(folder);
  // SIGQUIT: PostgreSQL frees its shared memory without a checkpoint.
  for (const { pid, isPostgres } of processes) {
    send(pid, isPostgres ? "SIGQUIT" : "SIGKILL");
    // A process stopped by a test reacts to no other signal.
    send(pid, "SIGCONT");
  }
  while (processes.length > 0) {
    await delay(20);
    processes = processesOf(folder);
    if (performance.now() > endsAt) for (const { pid } of processes) send(pid, "SIGKILL");
  }
}

/** Uses /proc. macOS has none; there the tests' own cleanup must suffice. */
function processesOf(folder) {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((name) => ({ pid: Number(name), command: readProc(name, "cmdline"), environment: readProc(name, "environ") }));
  const named = all.filter(
    ({ command, environment }) => command.includes(folder) || environment.includes(`=${folder}`),
  );
  // nginx's workers have neither command line nor environment.
  const pids = new Set(named.map(({ pid }) => pid));
  const workers = all.filter(({ pid, command }) => command.startsWith("nginx: worker") && pids.has(parentOf(pid)));
  return [...named, ...workers].map(({ pid, command }) => ({ pid, isPostgres: /(^|\/)postgres\0/.test(command) }));
}

function parentOf(pid) {
  const stat = readProc(pid, "stat");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** Empty for a process that has ended or belongs to another user. */
function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(error.code)) return "";
    throw error;
  }
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}
