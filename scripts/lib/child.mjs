import { spawn } from "node:child_process";
import { constants } from "node:os";
import { projectEnvironment, projectRoot, StoppedError } from "./project.mjs";

const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a command in the project's folder and passes its output through. Forwards signals that only this process received
 * (npm sends them only to its child) and waits until the child has ended, so that no process is left behind.
 * Resolves with the exit code, 128 + n after a signal; `wasSignalled` is true when this process was signalled.
 * Rejects when the command can't be started.
 */
export function runChild(command, args, { env = {}, stdio = "inherit", onOutput } = {}) {
  return new Promise((resolve, reject) => {
    let wasSignalled = false;
    const child = spawn(command, args, { cwd: projectRoot, env: projectEnvironment(env), stdio });
    child.stdout?.setEncoding("utf8").on("data", onOutput);
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
    // Not "exit": the last output may come after it.
    child.once("close", (code, signal) => {
      stopForwarding();
      resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), wasSignalled });
    });
  });
}

/** Like runChild, but returns the exit code and throws StoppedError when this process was signalled. */
export async function runStep(command, args, options) {
  const { code, wasSignalled } = await runChild(command, args, options);
  if (wasSignalled) throw new StoppedError(code);
  return code;
}

/** Like runStep, but returns what the command wrote to its standard output. Throws an Error when it fails. */
export async function captureStep(command, args) {
  let output = "";
  const stdio = ["ignore", "pipe", "inherit"];
  const code = await runStep(command, args, { stdio, onOutput: (text) => (output += text) });
  if (code !== 0) throw new Error(`${command} ended with ${code}`);
  return output;
}
