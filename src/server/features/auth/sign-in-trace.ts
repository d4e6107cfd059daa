import Bowser from "bowser";
import type { AuditData } from "#contract/audit/audit.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import type { Client } from "#server/platform/http/client.ts";
import { networkOf } from "#server/platform/ip-address.ts";
import { findMemberByEmail } from "./auth.repository.ts";

export type EndReason = Extract<AuditData, { type: "session-ended" }>["data"]["reason"];

/** Browser and system; empty if the user agent has neither. */
export function deviceOf(userAgent: string): string {
  if (userAgent === "") return "";
  const { browser, os } = Bowser.parse(userAgent);
  return [browser.name, os.name].filter((part) => part !== undefined && part !== "").join(" on ");
}

/** One event for all sessions ended by a change; none if there were none. */
export async function recordEndedSessions(
  audit: Pick<AuditService, "record">,
  tx: Transaction,
  ended: { at: Date; actorId: number; memberId: number; sessions: number; reason: EndReason },
): Promise<void> {
  const { sessions, reason, ...about } = ended;
  if (sessions > 0) await audit.record(tx, { ...about, event: { type: "session-ended", data: { reason, sessions } } });
}

interface TraceDeps {
  db: Database;
  now: Clock;
  audit: Pick<AuditService, "count" | "pseudonym">;
}

export type SignInTrace = ReturnType<typeof createSignInTrace>;

/** Counts failed sign-ins in the audit log. */
export function createSignInTrace({ db, now, audit }: TraceDeps) {
  const findMemberId = async (emailKey: string) => (await findMemberByEmail(db, emailKey))?.id ?? null;

  return {
    failed(memberId: number | null, request: { emailKey: string } & Client): void {
      const { emailKey, ip, userAgent } = request;
      const data = {
        account: memberId === null ? audit.pseudonym(emailKey) : null,
        network: networkOf(ip),
        device: deviceOf(userAgent),
        method: "password" as const,
        reason: memberId === null ? ("unknown account" as const) : ("wrong password" as const),
      };
      audit.count({ at: now(), memberId, event: { type: "sign-in-failed", data } });
    },

    /** A signed-in member entered a wrong password where they were asked to confirm their identity. */
    notConfirmed(memberId: number, { ip, userAgent }: Client): void {
      const from = { account: null, network: networkOf(ip), device: deviceOf(userAgent), method: "password" as const };
      const data = { ...from, reason: "wrong password when confirming" as const };
      audit.count({ at: now(), actorId: memberId, memberId, event: { type: "sign-in-failed", data } });
    },

    /** A wrong answer after a right password, or where a signed-in member was asked to confirm. */
    wrongFactor(
      memberId: number,
      method: "code" | "recovery code" | "passkey",
      isSignIn: boolean,
      client: Client,
    ): void {
      const from = { account: null, network: networkOf(client.ip), device: deviceOf(client.userAgent), method };
      const reason = isSignIn ? (`wrong ${method}` as const) : (`wrong ${method} when confirming` as const);
      const who = isSignIn ? {} : { actorId: memberId };
      audit.count({ at: now(), ...who, memberId, event: { type: "sign-in-failed", data: { ...from, reason } } });
    },

    /** A sign-in with a passkey alone. */
    wrongPasskey(
      memberId: number | null,
      reason: "wrong passkey" | "unknown passkey" | "a passkey whose counter went back",
      { ip, userAgent }: Client,
    ): void {
      const from = { account: null, network: networkOf(ip), device: deviceOf(userAgent), method: "passkey" as const };
      audit.count({ at: now(), memberId, event: { type: "sign-in-failed", data: { ...from, reason } } });
    },

    /** Runs an assertion of the limits and counts a refusal. */
    async lockedOut<T>(
      from: string,
      who: { emailKey?: string; memberId?: number; ip: string },
      assertion: () => Promise<T>,
    ): Promise<T> {
      try {
        return await assertion();
      } catch (error) {
        if (error instanceof AppError && error.code === "rate_limited") {
          const { emailKey, ip } = who;
          const memberId = who.memberId ?? (emailKey === undefined ? null : await findMemberId(emailKey));
          const account = emailKey === undefined || memberId !== null ? null : audit.pseudonym(emailKey);
          const data = { from, account, network: networkOf(ip) };
          audit.count({ at: now(), memberId, event: { type: "locked-out", data } });
        }
        throw error;
      }
    },
  };
}
