// The program in a process of its own, for tests that kill it: node child-program.ts '{"environment":{},…}'
import { WEB_ROOT } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { startProgram } from "#server/program.ts";
import type { ServiceOptions } from "#server/service-options.ts";
import { childLog } from "./child-log.ts";

export interface ChildOptions {
  environment: Record<string, string>;
  services?: ServiceOptions;
  work?: boolean;
  /** Serves the built pages too. */
  pages?: boolean;
}

const { environment, services = {}, work = true, pages = false } = JSON.parse(process.argv[2] ?? "") as ChildOptions;
const config = loadConfig(environment);
const program = await startProgram({
  config,
  log: childLog(),
  services,
  work,
  webRoot: pages ? WEB_ROOT : null,
});
process.stdout.write(`${program.address}\n`);
process.once("SIGTERM", () => void program.stop().then(() => process.exit(0)));
