/** Results of a steady load. */
export interface Met {
  answered: number;
  /** One line per failed request: the request and its error or refusal. */
  failures: string[];
}

/**
 * Callers that send requests one after the other, over keep-alive and new connections, until `stop` is called.
 * `call` sends one request and throws if it failed.
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
