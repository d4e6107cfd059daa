import { readFileSync } from "node:fs";

/** True when a process with this id is running; it may be any program. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0) && !hasEnded(pid);
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === "EPERM" && !hasEnded(pid);
  }
}

/** A killed process keeps its id until its parent has read its exit code; some parents never do. */
function hasEnded(pid: number): boolean {
  try {
    // The state follows the name, which may hold anything but ends at the last parenthesis.
    return /\) [ZX] [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
}
