import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { keepLogOf } from "./log-capture.ts";
import { ROOT, read } from "./markdown.ts";

export interface ServiceUnit {
  /** All values by name. */
  settings: Map<string, string[]>;
  environment: Record<string, string>;
  start: string[];
  startPost: string[];
}

/** An instance of the systemd unit, with this checkout as the installation. */
export function readServiceUnit(instance: string): ServiceUnit {
  const text = read("deploy/arrival-desk@.service").replaceAll("%i", instance).replaceAll("/opt/arrival-desk", ROOT);
  const settings = new Map<string, string[]>();
  for (const [, name = "", value = ""] of text.matchAll(/^([A-Za-z]+)=(.*)$/gm)) {
    settings.set(name, [...(settings.get(name) ?? []), value]);
  }
  const words = (name: string) => (settings.get(name) ?? []).flatMap((value) => value.split(" "));
  return {
    settings,
    environment: Object.fromEntries(words("Environment").map((pair) => pair.split(/=(.*)/s).slice(0, 2))),
    start: words("ExecStart"),
    startPost: words("ExecStartPost"),
  };
}

export interface RunningService {
  /** SIGTERM, as `systemctl stop` sends it. @returns the exit code */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/** Starts the unit's command like `systemctl start`, for systems without systemd. Resolves when it is ready. */
export async function startService(instance: string, environment: Record<string, string>): Promise<RunningService> {
  const unit = readServiceUnit(instance);
  // The variables of EnvironmentFile= win over those of Environment=.
  const env = { PATH: process.env.PATH ?? "", ...unit.environment, ...environment };
  const [program = "", ...args] = unit.start;
  const child = spawn(program, args, { cwd: ROOT, env, stdio: ["ignore", "pipe", "inherit"] });
  keepLogOf(child, 1);
  const ended = once(child, "exit") as Promise<[number | null, string | null]>;
  const [check = "", ...checkArgs] = unit.startPost;
  const stopped = new AbortController();
  const ready = promisify(execFile)(check, checkArgs, { cwd: ROOT, env, signal: stopped.signal });
  const outcome = await Promise.race([ready.then(() => "ready"), ended.then(([code]) => `exit code ${code}`)]);
  if (outcome !== "ready") {
    stopped.abort();
    await ready.catch(() => undefined);
    throw new Error(`the service did not start: ${outcome}`);
  }
  return {
    stop: async () => {
      child.kill("SIGTERM");
      return (await ended)[0];
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
