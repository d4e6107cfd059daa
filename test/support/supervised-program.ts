// A supervisor with its workers in processes of their own, for tests that kill them: node supervised-program.ts '{…}'
import { loadConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log.ts";
import { startSupervisedProgram } from "#server/workers/supervised-program.ts";

export interface SupervisedOptions {
  environment: Record<string, string>;
  workers: number;
}

const { environment, workers } = JSON.parse(process.argv[2] ?? "") as SupervisedOptions;
const say = (word: string) => process.stdout.write(`${word}\n`);
const config = loadConfig(environment);
try {
  const program = await startSupervisedProgram({
    config,
    log: createLog("silent"),
    workers,
    webRoot: null,
    onFailure: ({ message }) => {
      say(`failed: ${message}`);
      void program.stop().then(() => process.exit(1));
    },
  });
  process.on(
    "SIGUSR2",
    () =>
      void program.restart().then(
        () => say("restarted"),
        (error: unknown) => say(`not restarted: ${error}`),
      ),
  );
  process.once("SIGTERM", () => void program.stop().then(() => process.exit(0)));
  say(program.address);
} catch (error) {
  say(`failed: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
