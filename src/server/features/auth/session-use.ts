import type { Database } from "#server/platform/db/client.ts";
import { createThrottle } from "#server/platform/throttle.ts";
import { updateSessionUse } from "./auth.repository.ts";

/** A session's last use is written at most this often: a write for each call would cost more than the call. */
const WRITE_MS = 60_000;
/** Uses within this time are written in one statement. */
const BATCH_MS = 5000;
/** Sessions kept in memory; older ones are read from the database again. */
const REMEMBERED_MAX = 1000;

export interface StoredUse {
  idHash: Buffer;
  lastUsedAt: Date;
}

interface Use {
  idHash: Buffer;
  at: number;
  writtenAt: number;
  ip: string;
}

export type SessionUse = ReturnType<typeof createSessionUse>;

/** When each session was last used by a person; written in batches, outside the calls. */
export function createSessionUse(db: Database, onError: (error: unknown) => void) {
  const uses = new Map<string, Use>();
  let pending = new Set<Use>();

  const writer = createThrottle(
    async () => {
      const batch = [...pending];
      pending = new Set();
      if (batch.length === 0) return;
      const rows = batch.map(({ idHash, at, ip }) => ({ idHash, at: new Date(at), ip }));
      try {
        await updateSessionUse(db, rows);
      } catch (error) {
        for (const use of batch) pending.add(use);
        throw error;
      }
      for (const [index, use] of batch.entries()) use.writtenAt = rows[index]?.at.getTime() ?? use.writtenAt;
    },
    { intervalMs: BATCH_MS, onError },
  );

  function forgetOld(at: number): void {
    for (const [key, use] of uses) if (at - use.at > 2 * WRITE_MS && !pending.has(use)) uses.delete(key);
  }

  return {
    /** Records that a person used this session now. */
    note({ idHash, lastUsedAt }: StoredUse, ip: string, at: Date): void {
      const key = idHash.toString("base64");
      if (uses.size >= REMEMBERED_MAX) forgetOld(at.getTime());
      const use = uses.get(key) ?? { idHash, at: 0, writtenAt: 0, ip };
      use.at = at.getTime();
      use.ip = ip;
      uses.set(key, use);
      if (use.at - Math.max(use.writtenAt, lastUsedAt.getTime()) < WRITE_MS) return;
      pending.add(use);
      writer.request();
    },

    /** The last use known to this process. */
    lastOf({ idHash, lastUsedAt }: StoredUse): number {
      return Math.max(lastUsedAt.getTime(), uses.get(idHash.toString("base64"))?.at ?? 0);
    },

    stop: () => writer.stop(),
  };
}
