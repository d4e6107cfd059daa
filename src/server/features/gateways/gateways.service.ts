import type { Gateway } from "#contract/gateways/gateways.ts";
import type { Database, Queryable } from "#server/platform/db/client.ts";
import { toGateway } from "./gateway-mapping.ts";
import { findActiveGateway, findGateways, gatewayExists, insertGateways } from "./gateways.repository.ts";

export type GatewaysService = ReturnType<typeof createGatewaysService>;

export function createGatewaysService({ db }: { db: Database }) {
  return {
    async list(): Promise<Gateway[]> {
      return (await findGateways(db)).map(toGateway);
    },
    /** The active gateway. */
    async active(): Promise<Gateway> {
      const gateway = await findActiveGateway(db);
      if (gateway === undefined) throw new Error("no gateway is active");
      return toGateway(gateway);
    },
    /** The gateway of a new order: the named one if it exists, the active one if none is named. */
    async resolve(queryable: Queryable, id: number | null): Promise<number | undefined> {
      if (id === null) return (await findActiveGateway(queryable))?.id;
      return (await gatewayExists(queryable, id)) ? id : undefined;
    },
    /** Creates the configured gateways at the first start. */
    async ensure(names: readonly string[]): Promise<void> {
      await insertGateways(db, names);
    },
  };
}
