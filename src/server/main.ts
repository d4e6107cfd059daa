import { ConfigError, loadConfig } from "./config.ts";
import { createLog } from "./platform/log.ts";
import { type Program, startProgram } from "./program.ts";
import type { SignIns } from "./team-setup.ts";

/** A stop that takes longer is no stop: whoever sent the signal wants the port and the folder back. */
const STOP_DEADLINE_MS = 9000;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const stopping = stopOnSignal();
  const onFailure = (error: Error) => {
    log.fatal({ err: error }, "the database is lost");
    process.exit(1);
  };
  const program = await startProgram({ config, log, onFailure });
  say(`\nArrival Desk runs at ${program.address}`);
  saySignIns(program.signIns);
  await stopping;
  await stopWithin(program);
}

function readConfig() {
  try {
    return loadConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
function stopOnSignal(): Promise<void> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      process.on(signal, () => {
        if (isStopping && signal === "SIGINT") process.exit(1);
        isStopping = true;
        resolve();
      });
    }
  });
}

function saySignIns(signIns: SignIns): void {
  if (signIns.kind === "first-admin") say(`The first Admin's sign-in is in ${signIns.file}`);
  if (signIns.kind !== "demo") return;
  say("Demo data; sign in as");
  for (const { role, email, password } of signIns.members) say(`  ${role.padEnd(12)} ${email.padEnd(26)} ${password}`);
}

async function stopWithin(program: Program): Promise<void> {
  const deadline = setTimeout(() => {
    process.stderr.write("The stop took too long; ending now.\n");
    process.exit(1);
  }, STOP_DEADLINE_MS);
  await program.stop();
  clearTimeout(deadline);
  process.exit(0);
}

main().catch((error: unknown) => {
  process.stderr.write(`Arrival Desk could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof Error && error.cause !== undefined) process.stderr.write(`${String(error.cause)}\n`);
  process.exit(1);
});
