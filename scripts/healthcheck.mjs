// node scripts/healthcheck.mjs [--wait]: exits with 0 when /readyz answers 200, otherwise with 1 and the reason.
// With --wait it polls until ready; the caller sets the time limit.
import { setTimeout as delay } from "node:timers/promises";

const PAUSE_MS = 250;
const address = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`;

/** The reason why the program is not ready, or undefined. */
async function problem() {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(4000) });
    return answer.ok ? undefined : `/readyz answers ${answer.status}: ${(await answer.text()).slice(0, 500)}`;
  } catch (error) {
    return `/readyz does not answer: ${error instanceof Error ? error.message : String(error)}`;
  }
}

let found = await problem();
while (found !== undefined && process.argv.includes("--wait")) {
  await delay(PAUSE_MS);
  found = await problem();
}
if (found !== undefined) console.error(found);
process.exitCode = found === undefined ? 0 : 1;
