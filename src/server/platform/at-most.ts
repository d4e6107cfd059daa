/** Pieces of work that run at the same time, never more than so many. */
export interface Lanes extends AsyncDisposable {
  /** Begins a piece as soon as a lane is free; resolves when it has begun. @throws what an earlier one failed with */
  begin(work: () => Promise<void>): Promise<void>;
  /** Waits for all that was begun. @throws what the first of them failed with */
  settled(): Promise<void>;
}

/** Leaving its scope waits for what is under way, so that nothing goes on behind the caller's back. */
export function atMost(lanes: number): Lanes {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | undefined;

  function assertSound(): void {
    if (failure !== undefined) throw failure.error;
  }

  return {
    async begin(work) {
      while (running.size >= lanes) await Promise.race(running);
      assertSound();
      const piece = work()
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => running.delete(piece));
      running.add(piece);
    },
    async settled() {
      await Promise.all(running);
      assertSound();
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all(running)),
  };
}
