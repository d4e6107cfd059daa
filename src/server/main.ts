import cluster from "node:cluster";
import { type Config, ConfigError, loadConfig } from "./config.ts";
import { resolveDrizzleDirectly } from "./platform/drizzle-resolution.ts";
import { createLog } from "./platform/log.ts";
import type { SignIns } from "./team-setup.ts";
import { ArgumentsError, readArguments } from "./workers/arguments.ts";
import { runWorker } from "./workers/worker.ts";

/** A stop that takes longer is no stop: whoever sent the signal wants the port and the folder back. */
const STOP_DEADLINE_MS = 9000;

const say = (text: string) => process.stdout.write(`${text}\n`);

interface Started {
  address: string;
  signIns: SignIns;
  stop(): Promise<void>;
  restart?(): Promise<void>;
}

async function main(): Promise<void> {
  const { workers } = readArguments(process.argv.slice(2));
  const config = loadConfig(process.env);
  resolveDrizzleDirectly();
  const log = createLog(config.logLevel);
  const ending = Promise.withResolvers<number>();
  // A signal may come twice, from the process group and from npm: the second one changes nothing.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => ending.resolve(0));
  const onFailure = (error: Error) => {
    log.fatal({ err: error }, "the program can't go on");
    ending.resolve(1);
  };
  const options = { config, log, onFailure };
  let program: Started | undefined;
  if (workers !== null) {
    // From the beginning on: while the workers start there is nothing to replace.
    process.on("SIGUSR2", () => {
      program?.restart?.().then(
        () => log.info({}, "all workers are replaced"),
        (error: unknown) => log.error({ err: error }, "the workers stay: a new one could not be started"),
      );
    });
  }
  program = workers === null ? await startAlone(options) : await startWorkers({ ...options, workers });
  say(`\nArrival Desk runs at ${program.address}${workers === null ? "" : ` with ${counted(workers)}`}`);
  saySignIns(program.signIns);
  const exitCode = await ending.promise;
  await stopWithin(program, STOP_DEADLINE_MS + config.drainMs);
  process.exit(exitCode);
}

// Imported late, for Drizzle's sake.
type StartOptions = { config: Config; log: ReturnType<typeof createLog>; onFailure(error: Error): void };

async function startAlone(options: StartOptions): Promise<Started> {
  const { startProgram } = await import("./program.ts");
  return await startProgram(options);
}

async function startWorkers(options: StartOptions & { workers: number }): Promise<Started> {
  const { startSupervisedProgram } = await import("./workers/supervised-program.ts");
  return await startSupervisedProgram(options);
}

const counted = (workers: number) => (workers === 1 ? "1 worker" : `${workers} workers`);

/** One of the processes that a supervisor starts: it listens at once, and hears from there what to do. */
async function work(): Promise<void> {
  resolveDrizzleDirectly();
  runWorker(async (options) => {
    const { serveDesk } = await import("./program.ts");
    return await serveDesk(options);
  });
}

function saySignIns(signIns: SignIns): void {
  if (signIns.kind === "first-admin") say(`The first Admin's sign-in is in ${signIns.file}`);
  if (signIns.kind !== "demo") return;
  const { members, sample } = signIns;
  say(members.length === 0 ? "Demo data; the team has changed all of its first sign-ins" : "Demo data; sign in as");
  for (const { role, email, password } of members) say(`  ${role.padEnd(12)} ${email.padEnd(26)} ${password}`);
  if (sample !== null) say(`As a customer, track order ${sample.orderId} with ${sample.email}`);
}

async function stopWithin(program: Started, limitMs: number): Promise<void> {
  const deadline = setTimeout(() => {
    process.stderr.write("The stop took too long; ending now.\n");
    process.exit(1);
  }, limitMs);
  await program.stop();
  clearTimeout(deadline);
}

(cluster.isWorker ? work() : main()).catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof ArgumentsError) process.stderr.write(`${error.message}\n`);
  else {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Arrival Desk could not start: ${reason}\n`);
    if (error instanceof Error && error.cause !== undefined) process.stderr.write(`${String(error.cause)}\n`);
  }
  process.exit(1);
});
