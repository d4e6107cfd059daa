import type { Gateway } from "#contract/gateways/gateways.ts";
import { GATEWAY_MESSAGES } from "#contract/gateways/messages.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import { notFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import { toGateway } from "./gateway-mapping.ts";
import { lockGateways, switchActive } from "./gateways.repository.ts";

interface GatewayActivationDeps {
  db: Database;
  now: Clock;
  audit: Pick<AuditService, "record">;
}

export type GatewayActivationService = ReturnType<typeof createGatewayActivationService>;

export function createGatewayActivationService({ db, now, audit }: GatewayActivationDeps) {
  return {
    /**
     * Makes a gateway the active one for new checkouts (decision record 0049); existing orders keep theirs. Concurrent
     * calls are serialized, the last one wins. Writes nothing if it is already active.
     * @throws AppError not_found
     */
    async activate(actor: { id: number }, id: number): Promise<{ gateway: Gateway; isChanged: boolean }> {
      return await db.transaction(async (tx) => {
        const gateways = await lockGateways(tx);
        const target = gateways.find((gateway) => gateway.id === id);
        if (target === undefined) throw notFound(GATEWAY_MESSAGES.gatewayUnknown);
        if (target.isActive) return { gateway: toGateway(target), isChanged: false };
        const previous = gateways.find(({ isActive }) => isActive)?.name ?? null;
        await switchActive(tx, id);
        const data = { gateway_id: id, gateway_name: target.name, previous };
        await audit.record(tx, { at: now(), actorId: actor.id, event: { type: "gateway-activated", data } });
        return { gateway: toGateway({ ...target, isActive: true }), isChanged: true };
      });
    },
  };
}
