import { generateSecret, generateURI, verifySync } from "otplib";

/** Seconds of a step; one step either way is taken, because clocks of telephones drift. */
const STEP = 30;

/** 20 random bytes in base32; SHA-1, 6 digits and 30 s are what all apps read. */
export const newTotpSecret = (): string => generateSecret({ length: 20 });

export const totpUri = (secret: string, issuer: string, label: string): string =>
  generateURI({ secret, issuer, label, algorithm: "sha1", digits: 6, period: STEP });

/** The step that a code belongs to and how far the client's clock is off; null for a wrong code. */
export function stepOfCode(secret: string, code: string, at: Date): { step: number; offset: number } | null {
  const epoch = Math.floor(at.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: STEP, period: STEP, strategy: "totp" });
  if (!result.valid || !("timeStep" in result)) return null;
  return { step: result.timeStep, offset: result.timeStep - Math.floor(epoch / STEP) };
}
