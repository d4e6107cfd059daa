import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "#server/platform/clock.ts";

export interface ScriptedClock {
  /** The instant of the scene that runs, and outside of any the real time. */
  now: Clock;
  /** Runs `scene` at this instant; several scenes may run at once, each at its own. */
  at<T>(instant: Date, scene: () => Promise<T>): Promise<T>;
}

/** The demo's past is played by the program's own services: they ask this clock for the time. */
export function createScriptedClock(real: Clock): ScriptedClock {
  const instants = new AsyncLocalStorage<Date>();
  return {
    now: () => instants.getStore() ?? real(),
    at: (instant, scene) => instants.run(instant, scene),
  };
}
