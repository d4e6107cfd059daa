import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";

/** NTP makes smaller steps back in normal operation. */
const TOLERANCE_MS = 2000;

interface SteadyClockDeps {
  now: Clock;
  log: Pick<Log, "warn">;
  /** Permanently ends sessions, grants and links that had expired by this time. */
  endExpired(at: Date): Promise<void>;
  /** How far the machine's clock went back while no process was running, where that is known. */
  setbackMs?: number;
}

/**
 * A clock that pauses when the machine's clock goes back, until everything that had expired is permanently ended;
 * otherwise expired sessions would become valid again. After that it follows the machine's time again.
 */
export function createSteadyClock({ now, log, endExpired, setbackMs = 0 }: SteadyClockDeps): Clock {
  let latest = now().getTime() + setbackMs;
  let isEnding = false;

  async function end(at: Date): Promise<void> {
    try {
      await endExpired(at);
      latest = now().getTime();
      log.warn(
        { seconds: Math.round((at.getTime() - latest) / 1000) },
        "the clock went back: expired sessions, grants and links were ended",
      );
    } catch (error) {
      // The clock stays paused; the next call tries again.
      log.warn({ err: error }, "the clock went back; expired sessions, grants and links could not be ended yet");
    } finally {
      isEnding = false;
    }
  }

  return () => {
    const current = now();
    if (current.getTime() >= latest) {
      latest = current.getTime();
      return current;
    }
    if (latest - current.getTime() <= TOLERANCE_MS) return current;
    const at = new Date(latest);
    if (!isEnding) {
      isEnding = true;
      void end(at);
    }
    return at;
  };
}
