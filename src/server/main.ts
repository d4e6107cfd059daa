import { ConfigError, loadConfig } from "./config.ts";
import { resolveDrizzleDirectly } from "./platform/drizzle-resolution.ts";
import { createLog } from "./platform/log.ts";
import type { Program } from "./program.ts";
import type { SignIns } from "./team-setup.ts";

/** A stop that takes longer is no stop: whoever sent the signal wants the port and the folder back. */
const STOP_DEADLINE_MS = 9000;

const say = (text: string) => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const config = readConfig();
  resolveDrizzleDirectly();
  const { startProgram } = await import("./program.ts");
  const log = createLog(config.logLevel);
  const ending = Promise.withResolvers<number>();
  // A signal may come twice, from the process group and from npm: the second one changes nothing.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => ending.resolve(0));
  const onFailure = (error: Error) => {
    log.fatal({ err: error }, "the database is lost");
    ending.resolve(1);
  };
  const program = await startProgram({ config, log, onFailure });
  say(`\nArrival Desk runs at ${program.address}`);
  saySignIns(program.signIns);
  const exitCode = await ending.promise;
  await stopWithin(program);
  process.exit(exitCode);
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

function saySignIns(signIns: SignIns): void {
  if (signIns.kind === "first-admin") say(`The first Admin's sign-in is in ${signIns.file}`);
  if (signIns.kind !== "demo") return;
  const { members, sample } = signIns;
  say(members.length === 0 ? "Demo data; the team has changed all of its first sign-ins" : "Demo data; sign in as");
  for (const { role, email, password } of members) say(`  ${role.padEnd(12)} ${email.padEnd(26)} ${password}`);
  if (sample !== null) say(`As a customer, track order ${sample.orderId} with ${sample.email}`);
}

async function stopWithin(program: Program): Promise<void> {
  const deadline = setTimeout(() => {
    process.stderr.write("The stop took too long; ending now.\n");
    process.exit(1);
  }, STOP_DEADLINE_MS);
  await program.stop();
  clearTimeout(deadline);
}

main().catch((error: unknown) => {
  process.stderr.write(`Arrival Desk could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof Error && error.cause !== undefined) process.stderr.write(`${String(error.cause)}\n`);
  process.exit(1);
});
