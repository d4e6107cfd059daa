import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";

// OWASP's parameters: 19 MiB, two passes, one lane; about 35 ms here. Argon2id is the library's default.
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Four concurrent hashes take 76 MiB. More sign-ins queue; beyond the queue they are refused with a retry time. */
const limit = pLimit(4);
const QUEUE_MAX = 64;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= QUEUE_MAX)
    throw new AppError("unavailable", MESSAGES.unavailable, { retryAfterSeconds: 5 });
  return await limit(work);
}

export async function hashPassword(password: string): Promise<string> {
  return await inTurn(() => hash(password.normalize("NFC"), ARGON));
}

let decoy: Promise<string> | undefined;

/**
 * Verifies a password. Without a hash (unknown member) the same work is done on a decoy, so that the response time
 * doesn't reveal accounts.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash("nobody's password", ARGON);
  const against = passwordHash ?? (await decoy);
  const isRight = await inTurn(() => verify(against, password.normalize("NFC")));
  return isRight && passwordHash !== null;
}
