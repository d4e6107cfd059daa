import type { Pool, PoolClient } from "pg";
import { Histogram, type Registry } from "prom-client";

type Taken = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** Time that callers wait for a connection; the pool's own queries use the same `connect`. */
export function measurePoolWaits(registry: Registry, pool: Pool): void {
  const waits = new Histogram({
    name: "database_pool_wait_seconds",
    help: "Time from asking for a connection to having one, or to being refused",
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10],
    registers: [registry],
  });
  const connect = pool.connect.bind(pool) as {
    (): Promise<PoolClient>;
    (taken: Taken): void;
  };
  const measured = (taken?: Taken) => {
    const end = waits.startTimer();
    if (taken !== undefined) {
      return connect((...answer) => {
        end();
        taken(...answer);
      });
    }
    return connect().finally(end);
  };
  pool.connect = measured as typeof pool.connect;
}
