import { spawn } from "node:child_process";
import { constants } from "node:os";
import { projectEnvironment, projectRoot } from "./project.mjs";

const forwarded = ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"];

/**
 * Runs a command in the project's folder with its output passed through. Signals that reach us alone (npm passes
 * them to its child only) are handed on, and we stay until the child has ended: nothing is left behind.
 * Resolves with the exit code, 128 + n after a signal; `wasSignalled` says whether we were told to stop.
 * Rejects when the command cannot be started.
 */
export function runChild(command, args, { env = {}, stdio = "inherit" } = {}) {
  return new Promise((resolve, reject) => {
    let wasSignalled = false;
    const child = spawn(command, args, { cwd: projectRoot, env: projectEnvironment(env), stdio });
    const forward = (signal) => {
      wasSignalled = true;
      child.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    const stopForwarding = () => {
      for (const signal of forwarded) process.off(signal, forward);
    };
    child.once("error", (error) => {
      stopForwarding();
      reject(error);
    });
    child.once("exit", (code, signal) => {
      stopForwarding();
      resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), wasSignalled });
    });
  });
}

/** Like runChild, but ends our own process when it was told to stop meanwhile. Returns the exit code. */
export async function runStep(command, args, options) {
  const { code, wasSignalled } = await runChild(command, args, options);
  if (wasSignalled) process.exit(code === 0 ? 143 : code);
  return code;
}
