import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import type { FactorAnswer } from "#contract/factors/factors.ts";
import type { Assertion } from "#contract/factors/passkeys.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import type { NotificationsService } from "#server/features/notifications/notifications.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { Client } from "#server/platform/http/client.ts";
import type { Metrics } from "#server/platform/metrics-registry.ts";
import type { Limits } from "../limits.ts";
import { hashPassword, verifyPassword } from "../passwords.ts";
import type { SignInTrace } from "../sign-in-trace.ts";
import type { CheckedFactor } from "./factor-rules.ts";
import { countWrongCode, findRecoveryCode, findTotp, takeRecoveryCode, takeTotpStep } from "./factors.repository.ts";
import type { Passkeys } from "./passkeys.ts";
import { readRecoveryCode } from "./recovery-codes.ts";
import type { Sealing } from "./sealing.ts";
import { stepOfCode } from "./totp.ts";

/** Wrong codes in a row that suspend an authenticator app. */
const WRONG_CODES_MAX = 50;
/** Wrong factors after a right password that are mailed to the member. */
const KNOWN_PASSWORD_TRIES = 3;

interface SecondFactorsDeps {
  db: Database;
  now: Clock;
  sealing: Sealing;
  passkeys: Pick<Passkeys, "check">;
  limits: Pick<Limits, "assertFactor" | "factorSucceeded">;
  metrics: Pick<Metrics, "count">;
  audit: Pick<AuditService, "record">;
  notifications: Pick<NotificationsService, "notify">;
  trace: Pick<SignInTrace, "wrongFactor" | "lockedOut">;
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

export const totpContext = (memberId: number) => `totp of member ${memberId}`;
export const hashRecoveryCode = (letters: string) => hashPassword(letters);

/** Verifies what a member presents beside the password. */
export function createSecondFactors(deps: SecondFactorsDeps) {
  const { db, now, sealing, passkeys, limits, metrics, audit, notifications, trace } = deps;

  async function checkCode(memberId: number, code: string): Promise<CheckedFactor | null> {
    const totp = await findTotp(db, memberId);
    if (!totp?.secret || totp.suspendedAt !== null) return null;
    const secret = sealing.open(totp.secret, totpContext(memberId));
    if (secret === null) throw new AppError("unavailable", FACTOR_ANSWERS.keyMissing);
    const found = stepOfCode(secret, code, now());
    if (found === null || found.step <= totp.lastStep) return null;
    metrics.count("totp_step_offset_total", { offset: String(found.offset) });
    return { kind: "code", consume: (tx) => takeTotpStep(tx, memberId, found.step) };
  }

  async function checkRecoveryCode(memberId: number, text: string): Promise<CheckedFactor | null> {
    const typed = readRecoveryCode(text);
    const codeHash = typed === null ? null : await findRecoveryCode(db, memberId, typed.number);
    const isRight = await verifyPassword(codeHash, typed?.letters ?? "");
    if (!isRight || typed === null || codeHash === null) return null;
    const consume = async (tx: Transaction) => {
      const left = await takeRecoveryCode(tx, { memberId, number: typed.number, codeHash, at: now() });
      if (left === null) return false;
      await notifications.notify(tx, memberId, { kind: "recovery-code-used", facts: { left } });
      return true;
    };
    return { kind: "recovery code", consume };
  }

  async function checkPasskey(memberId: number, assertion: Assertion, challenge: string) {
    const checked = await passkeys.check(assertion, challenge, memberId);
    return checked.refused === null ? checked.factor : null;
  }

  async function wrong(memberId: number, kind: CheckedFactor["kind"], tries: number, isSignIn: boolean) {
    await db.transaction(async (tx) => {
      const at = now();
      if (kind === "code" && (await countWrongCode(tx, memberId, WRONG_CODES_MAX, at))) {
        const change = "authenticator app suspended" as const;
        await audit.record(tx, { at, actorId: null, memberId, event: { type: "factor-changed", data: { change } } });
        await notifications.notify(tx, memberId, { kind: "factor-changed", facts: { change } });
      }
      if (isSignIn && tries === KNOWN_PASSWORD_TRIES) {
        await notifications.notify(tx, memberId, { kind: "password-known", facts: { tries } });
      }
    });
  }

  return {
    /**
     * Counts and checks an answer; a right one is used up by `consume`.
     * @param isSignIn whether a right password came before; otherwise a signed-in member confirms
     * @returns null for a wrong one @throws AppError rate_limited, unavailable without the key
     */
    async check(
      memberId: number,
      { code, recoveryCode, assertion }: FactorAnswer,
      { isSignIn, client, challenge }: { isSignIn: boolean; client: Client; challenge: string | null },
    ): Promise<CheckedFactor | null> {
      const where = isSignIn ? "second factor" : "second factor when confirming";
      const tries = await trace.lockedOut(where, { memberId, ip: client.ip }, () => limits.assertFactor(memberId));
      const checked =
        code !== undefined
          ? await checkCode(memberId, code)
          : recoveryCode !== undefined
            ? await checkRecoveryCode(memberId, recoveryCode)
            : assertion !== undefined && challenge !== null
              ? await checkPasskey(memberId, assertion, challenge)
              : null;
      if (checked !== null) {
        await limits.factorSucceeded(memberId);
        return checked;
      }
      const kind = code !== undefined ? "code" : recoveryCode !== undefined ? "recovery code" : "passkey";
      trace.wrongFactor(memberId, kind, isSignIn, client);
      await wrong(memberId, kind, tries, isSignIn);
      return null;
    },
  };
}
