import type { ActivityData } from "#contract/activity.ts";
import type { Gateway } from "#contract/gateways.ts";
import { MESSAGES } from "#contract/messages.ts";
import { notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import { toGateway } from "./gateway-mapping.ts";
import { lockGateways, switchActive } from "./gateways.repository.ts";

interface GatewayActivationDeps {
  db: Database;
  now: Clock;
  /** Tells the office's history, in the transaction of the change. */
  recordActivity(tx: Transaction, at: Date, actorId: number | null, event: ActivityData): Promise<void>;
}

export type GatewayActivationService = ReturnType<typeof createGatewayActivationService>;

export function createGatewayActivationService({ db, now, recordActivity }: GatewayActivationDeps) {
  return {
    /**
     * Makes a gateway the one that new checkouts use (decision 20); orders that exist keep theirs. Two at once go one
     * after the other, the later one wins. Nothing is written when it is the active one already.
     * @throws AppError not_found
     */
    async activate(actor: { id: number }, id: number): Promise<{ gateway: Gateway; isChanged: boolean }> {
      return await db.transaction(async (tx) => {
        const gateways = await lockGateways(tx);
        const wanted = gateways.find((gateway) => gateway.id === id);
        if (wanted === undefined) throw notFound(MESSAGES.gatewayUnknown);
        if (wanted.isActive) return { gateway: toGateway(wanted), isChanged: false };
        const previous = gateways.find(({ isActive }) => isActive)?.name ?? null;
        await switchActive(tx, id);
        await recordActivity(tx, now(), actor.id, {
          type: "gateway-activated",
          data: { gateway_id: id, gateway_name: wanted.name, previous },
        });
        return { gateway: toGateway({ ...wanted, isActive: true }), isChanged: true };
      });
    },
  };
}
