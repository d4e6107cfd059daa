import { spawnSync } from "node:child_process";
import { runStep } from "./child.mjs";
import { StartError } from "./project.mjs";

/** Installs Debian packages as root or through sudo. Throws StartError, ending with `advice`, when that fails. */
export async function aptInstall(packages, advice) {
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (!commandExists("apt-get") || (prefix.length > 0 && !commandExists("sudo"))) {
    throw new StartError(
      `${packages.join(", ")} cannot be installed here (it takes apt-get, and root or sudo). ${advice}`,
    );
  }
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const [command, ...rest] = [...prefix, "apt-get", ...args];
    const code = await runStep(command, rest, { env });
    if (code !== 0) throw new StartError(`apt-get ${args[0]} failed (${code}; its message is above). ${advice}`);
  }
}

function commandExists(name) {
  return spawnSync("/bin/sh", ["-c", 'command -v "$1"', "sh", name], { stdio: "ignore" }).status === 0;
}
