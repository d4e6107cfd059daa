/** For waits that end with a state; only a failing test reaches this limit, however busy the machine is. */
export const SOON = { timeout: 60_000, interval: 20 };

/** Factor on promised times for a busy machine. */
const BUSY_MACHINE_FACTOR = 20;

/** A promised time limit: exact with QUIET_MACHINE=1, as in `npm run test:times`, otherwise much longer. */
export const promised = (ms: number) => (process.env.QUIET_MACHINE === "1" ? ms : ms * BUSY_MACHINE_FACTOR);
