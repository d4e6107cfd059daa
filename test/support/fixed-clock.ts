/** A clock that only moves when a test sets it. */
interface FixedClock {
  at: Date;
  now: () => Date;
}

export function fixedClock(at: string): FixedClock {
  const clock: FixedClock = { at: new Date(at), now: () => clock.at };
  return clock;
}
