import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { MINUTE_MS } from "#contract/dates.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { Client } from "#server/platform/http/client.ts";
import { networkOf } from "#server/platform/ip-address.ts";
import { lockMember } from "../account-links.repository.ts";
import type { AccountLinks } from "../account-links.service.ts";
import type { Limits } from "../limits.ts";
import type { Proofs } from "../proofs.ts";
import { openSession } from "../session-door.repository.ts";
import { deviceOf } from "../sign-in-trace.ts";
import { hashToken, randomToken, type TokenSigner } from "../tokens.ts";
import type { FactorSettings } from "./factor-rules.ts";
import { hasFactor } from "./factors.repository.ts";

/** Long enough to install an app. */
const SESSION_MS = 30 * MINUTE_MS;

interface EnrolmentDeps extends FactorSettings {
  db: Database;
  now: Clock;
  tokens: TokenSigner;
  proofs: Pick<Proofs, "byLink">;
  links: Pick<AccountLinks, "find" | "send">;
  limits: Pick<Limits, "countSetUpLink">;
  audit: Pick<AuditService, "record">;
}

export type EnrolmentService = ReturnType<typeof createEnrolmentService>;

/** Sessions of mailed links, in which a member sets a second factor up before signing in. */
export function createEnrolmentService(deps: EnrolmentDeps) {
  const { db, now, tokens, proofs, links, limits, audit, passkeyRoles } = deps;
  return {
    /**
     * Mails a member the link to set a second factor up, at most three in a quarter of an hour.
     * @param isFactorShown whether a right code came before; otherwise only a member without a factor gets one
     */
    async mailLink(memberId: number, { isFactorShown }: { isFactorShown: boolean }): Promise<void> {
      if (!(await limits.countSetUpLink(memberId))) return;
      await db.transaction(async (tx) => {
        if (!(await lockMember(tx, memberId))) return;
        if (isFactorShown || !(await hasFactor(tx, memberId))) await links.send(tx, { memberId, kind: "set-up" });
      });
    },

    /** @throws AppError as `AccountLinks.find` */
    async begin({
      token,
      ip,
      userAgent,
    }: { token: string } & Client): Promise<{ token: string; name: string; passkey_required: boolean }> {
      const found = await links.find({ token, ip }, "set-up");
      const { memberId, name, role: type } = found;
      const isPasskey = passkeyRoles.includes(type);
      // Changes of factors void links, so this one was mailed after a right code of the factor.
      const isFactorShown = isPasskey && (await hasFactor(db, memberId));
      const at = now();
      const sid = randomToken();
      const expiresAt = new Date(at.getTime() + SESSION_MS);
      const session = { createdAt: at, authenticatedAt: at, lastUsedAt: at, expiresAt, ip, userAgent };
      await db.transaction(async (tx) => {
        const proof = proofs.byLink(found, hashToken(token), isFactorShown);
        const ended = await openSession(tx, proof, { idHash: hashToken(sid), ...session });
        if (ended === null) throw new AppError("rule_violation", AUTH_MESSAGES.resetTokenInvalid);
        const data = { method: "link" as const, network: networkOf(ip), device: deviceOf(userAgent) };
        await audit.record(tx, { at, actorId: memberId, memberId, event: { type: "signed-in", data } });
      });
      return {
        token: await tokens.sign({ user: { id: memberId, name, type }, sid }, at, expiresAt),
        name,
        passkey_required: isPasskey,
      };
    },
  };
}
