import { randomInt } from "node:crypto";
import { RECOVERY_CODES } from "#contract/factors/factors.ts";

/** Crockford's base32: without I, L, O and U. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 10;

export interface RecoveryCode {
  /** Names the row, so that a try costs one hash. */
  number: number;
  letters: string;
}

/** 50 random bits each. */
export function newRecoveryCodes(): RecoveryCode[] {
  return Array.from({ length: RECOVERY_CODES }, (_, index) => ({
    number: index + 1,
    letters: Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(""),
  }));
}

/** As shown: `3-7KQ4M-2P9XT`. */
export const writtenCode = ({ number, letters }: RecoveryCode): string =>
  `${number}-${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;

/** Reads a code as typed; null if it can't be one. */
export function readRecoveryCode(text: string): RecoveryCode | null {
  const [, number = "", rest = ""] = /^\s*(\d{1,2})[\s-]+(.+)$/.exec(text.toUpperCase()) ?? [];
  const letters = rest.replace(/[\s-]/g, "").replace(/[IL]/g, "1").replace(/O/g, "0");
  const isOne = letters.length === LENGTH && [...letters].every((letter) => LETTERS.includes(letter));
  return isOne ? { number: Number(number), letters } : null;
}
