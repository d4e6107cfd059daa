import { flushCompileCache } from "node:module";
import { type Config, ConfigError, loadConfig, STOP_DEADLINE_MS } from "./config.ts";
import type { DemoSource } from "./demo-source.ts";
import { isRoot } from "./platform/db/embedded/postgres-user.ts";
import { createLog, endOnUncaught } from "./platform/log.ts";
import { resolveModulesOnce } from "./platform/module-resolution.ts";
import type { Program } from "./program.ts";
import { rootWarning } from "./root-warning.ts";
import { ArgumentsError, assertPortFree, refuseArguments, startSentence } from "./start-failure.ts";
import type { SignIns } from "./team-setup.ts";

const say = (text: string) => process.stdout.write(`${text}\n`);

/** Named in the message of a failed start; set once it is read. */
let place: Pick<Config, "dataDir" | "databaseUrl"> = { dataDir: "data", databaseUrl: null };

/**
 * Runs the program until a signal arrives or its database is lost, then exits. A failed start prints one sentence on
 * standard error and exits with code 1.
 */
export async function run(env: NodeJS.ProcessEnv, loadDemo?: () => Promise<DemoSource>): Promise<void> {
  try {
    await runProgram(env, loadDemo);
  } catch (error) {
    const isSentence = error instanceof ConfigError || error instanceof ArgumentsError;
    const text = isSentence ? error.message : `Arrival Desk could not start: ${startSentence(error, place)}`;
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}

async function runProgram(env: NodeJS.ProcessEnv, loadDemo?: () => Promise<DemoSource>): Promise<void> {
  refuseArguments(process.argv.slice(2));
  const config = loadConfig(env);
  place = config;
  resolveModulesOnce();
  if (isRoot()) say(rootWarning(config));
  if (config.isDemo && loadDemo === undefined) say("No demo data: only npm start brings it.");
  const log = createLog(config.logLevel);
  endOnUncaught(log);
  const ending = Promise.withResolvers<number>();
  // A signal may arrive twice, from the process group and from npm: the second is ignored.
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => ending.resolve(0));
  const onFailure = (error: Error) => {
    log.fatal({ err: error }, "the program can't go on");
    ending.resolve(1);
  };
  await assertPortFree(config);
  // Imported after `resolveModulesOnce`, which makes loading it much faster.
  const { startProgram } = await import("./program.ts");
  const program = await startProgram({ config, log, demo: await loadDemo?.(), onFailure });
  say(`\nArrival Desk runs at ${program.address}`);
  saySignIns(program.signIns);
  // Node writes it only when a process exits by itself.
  flushCompileCache();
  const exitCode = await ending.promise;
  await stopWithin(program, STOP_DEADLINE_MS + config.drainMs);
  process.exit(exitCode);
}

function saySignIns(signIns: SignIns): void {
  if (signIns.kind === "first-admin") say(`The first Admin's sign-in is in ${signIns.file}`);
  if (signIns.kind !== "demo") return;
  const { members, sample } = signIns;
  say(members.length === 0 ? "Demo data; the team has changed all of its first sign-ins" : "Demo data; sign in as");
  for (const { role, email, password } of members) say(`  ${role.padEnd(12)} ${email.padEnd(26)} ${password}`);
  if (sample !== null) say(`As a customer, track order ${sample.orderId} with ${sample.email}`);
}

async function stopWithin(program: Program, limitMs: number): Promise<void> {
  const deadline = setTimeout(() => {
    process.stderr.write("The stop took too long; ending now.\n");
    process.exit(1);
  }, limitMs);
  await program.stop();
  clearTimeout(deadline);
}
