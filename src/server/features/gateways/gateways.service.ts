import type { Gateway } from "#contract/gateways.ts";
import type { Database, Queryable } from "#server/platform/db/client.ts";
import { toGateway } from "./gateway-mapping.ts";
import { findActiveGateway, findGateways, gatewayExists, insertGateways } from "./gateways.repository.ts";

export type GatewaysService = ReturnType<typeof createGatewaysService>;

export function createGatewaysService({ db }: { db: Database }) {
  return {
    async list(): Promise<Gateway[]> {
      return (await findGateways(db)).map(toGateway);
    },
    /** The one gateway that new checkouts use. */
    async active(): Promise<Gateway> {
      const gateway = await findActiveGateway(db);
      if (gateway === undefined) throw new Error("no gateway is active");
      return toGateway(gateway);
    },
    /** The gateway to stamp on an order: the named one when it exists, the active one when none is named. */
    async resolve(queryable: Queryable, id: number | null): Promise<number | undefined> {
      if (id === null) return (await findActiveGateway(queryable))?.id;
      return (await gatewayExists(queryable, id)) ? id : undefined;
    },
    /** At the first start: the configured names. */
    async ensure(names: readonly string[]): Promise<void> {
      await insertGateways(db, names);
    },
  };
}
