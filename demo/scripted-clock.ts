import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "#server/platform/clock.ts";

export interface ScriptedClock {
  /** The current scene's time; the real time outside scenes. */
  now: Clock;
  /** Runs `scene` at this time; concurrent scenes each have their own. */
  at<T>(instant: Date, scene: () => Promise<T>): Promise<T>;
}

/** Clock of the services that create the demo's past. */
export function createScriptedClock(real: Clock): ScriptedClock {
  const instants = new AsyncLocalStorage<Date>();
  return {
    now: () => instants.getStore() ?? real(),
    at: (instant, scene) => instants.run(instant, scene),
  };
}
