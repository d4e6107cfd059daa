import { readdirSync, readFileSync } from "node:fs";

interface RunningProcess {
  pid: number;
  parent: number;
  /** The command line, separated by spaces. */
  command: string;
  /** The environment, `NAME=value` each. */
  environment: string[];
}

/** Running processes from /proc, because a minimal Debian has no `ps`. */
export function runningProcesses(): RunningProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      // pid (name) state parent …; the name may hold anything but ends at the last parenthesis.
      const stat = readProc(name, "stat");
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      return {
        pid: Number(name),
        parent,
        command: readProc(name, "cmdline").replaceAll("\0", " ").trim(),
        environment: readProc(name, "environ").split("\0"),
      };
    });
}

export function childrenOf(parent: number): RunningProcess[] {
  return runningProcesses().filter((each) => each.parent === parent);
}

/** Empty for a process that has ended or can't be read. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return "";
    throw error;
  }
}
