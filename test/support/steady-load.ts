/** What a steady load has met. */
export interface Met {
  answered: number;
  /** One line each: what was asked and what came instead of an answer, or which refusal. */
  failures: string[];
}

/**
 * Callers who ask one after the other, over connections that are kept and over fresh ones, until `stop` is called.
 * `call` does one request of a caller and throws when it did not go well.
 */
export function steadyLoad(callers: number, call: (caller: number, turn: number) => Promise<void>) {
  const met: Met = { answered: 0, failures: [] };
  let isOver = false;
  const all = Array.from({ length: callers }, async (_, caller) => {
    for (let turn = 0; !isOver; turn += 1) {
      try {
        await call(caller, turn);
        met.answered += 1;
      } catch (error) {
        const { message, cause } = error as Error;
        met.failures.push(`caller ${caller}: ${message} ${cause instanceof Error ? cause.message : ""}`);
      }
    }
  });
  return {
    met,
    stop: async (): Promise<Met> => {
      isOver = true;
      await Promise.all(all);
      return met;
    },
  };
}
