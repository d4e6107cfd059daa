import { spawnSync } from "node:child_process";
import { runStep } from "./child.mjs";
import { StartError } from "./project.mjs";

/** How long apt waits for another installation on this machine. */
const LOCK_SECONDS = 300;

/**
 * Prefix for a command: while it runs, packages do not start their services, unless the system has its own rule for that.
 */
const WITHOUT_SERVICES = `
rule=/usr/sbin/policy-rc.d
if [ ! -e "$rule" ]; then
  trap 'rm -f "$rule"' EXIT
  trap 'exit 143' HUP INT TERM
  printf '#!/bin/sh\\nexit 101\\n' >"$rule" && chmod 755 "$rule"
fi
"$@"`;

/**
 * Installs Debian packages, as root or through sudo, and starts none of their services. Throws StartError, ending with
 * `advice`, when that fails.
 */
export async function aptInstall(packages, advice) {
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (!commandExists("apt-get") || (prefix.length > 0 && !commandExists("sudo"))) {
    throw new StartError(
      `${packages.join(", ")} cannot be installed here (it takes apt-get, and root or sudo). ${advice}`,
    );
  }
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const waiting = ["apt-get", "-o", `DPkg::Lock::Timeout=${LOCK_SECONDS}`];
    const [command, ...rest] = [...prefix, "/bin/sh", "-c", WITHOUT_SERVICES, "sh", ...waiting, ...args];
    const code = await runStep(command, rest, { env });
    if (code !== 0) throw new StartError(`apt-get ${args[0]} failed (${code}; its message is above). ${advice}`);
  }
}

function commandExists(name) {
  return spawnSync("/bin/sh", ["-c", 'command -v "$1"', "sh", name], { stdio: "ignore" }).status === 0;
}
