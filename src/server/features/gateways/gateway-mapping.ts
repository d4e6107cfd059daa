import type { Gateway } from "#contract/gateways/gateways.ts";
import type { gateways } from "#server/platform/db/schema.ts";

export function toGateway({ id, name, isActive }: typeof gateways.$inferSelect): Gateway {
  return { id, gateway_name: name, is_active: isActive ? "1" : "0" };
}
