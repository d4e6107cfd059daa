import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { MESSAGES } from "#contract/messages.ts";
import { searchKey } from "#contract/text.ts";
import { AppError } from "#server/platform/app-error.ts";
import { COMMON_PASSWORDS } from "./common-passwords.ts";

// OWASP's figures: 19 MiB, two passes, one lane; about 35 ms here. Argon2id is the library's own default.
const ARGON = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Four at a time are 76 MiB; a flood of sign-ins waits in line and, past this line, is told to come back. */
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
 * Whether the password is the hash's. Without a hash (no such member) the same work is done for nothing, so that time
 * tells nobody who has an account.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash("nobody's password", ARGON);
  const against = passwordHash ?? (await decoy);
  const isRight = await inTurn(() => verify(against, password.normalize("NFC")));
  return isRight && passwordHash !== null;
}

/** @throws AppError invalid_input when the password is one that everyone tries first, or the member's own e-mail or name */
export function assertUncommon(password: string, person: { email: string; name: string }, field: string): void {
  const key = searchKey(password);
  const own = [searchKey(person.email), searchKey(person.email.split("@")[0] ?? ""), searchKey(person.name)];
  if (!COMMON_PASSWORDS.has(key) && !own.includes(key)) return;
  const message = MESSAGES.newPasswordCommon;
  throw new AppError("invalid_input", message, { errors: [{ path: field, message }] });
}
