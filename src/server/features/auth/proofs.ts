import { verifyPassword } from "./passwords.ts";

declare const made: unique symbol;

/**
 * That somebody is a member. Only this module makes one (test/one-door.test.ts), so a new way to sign in, confirm or
 * recover can't open a session without passing here.
 */
export interface Proof {
  readonly [made]: true;
  readonly memberId: number;
  /** The hash that the password matched: a session opens only if it is still the member's. */
  readonly passwordHash: string;
}

const prove = (facts: Omit<Proof, typeof made>): Proof => facts as Proof;

/** Null if the password is wrong. The same work for an unknown member and for one without a password. */
export async function provePassword(
  member: { id: number; passwordHash: string | null } | undefined,
  password: string,
): Promise<Proof | null> {
  const passwordHash = member?.passwordHash ?? null;
  const isRight = await verifyPassword(passwordHash, password);
  if (!isRight || member === undefined || passwordHash === null) return null;
  return prove({ memberId: member.id, passwordHash });
}
