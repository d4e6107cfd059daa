import * as z from "zod";
import { defineOperation } from "./operation.ts";

/** `is_active` is '1' for the one gateway that new checkouts use, '0' for the others. */
export const gatewaySchema = z
  .object({ id: z.int(), gateway_name: z.string(), is_active: z.enum(["0", "1"]) })
  .meta({ id: "Gateway" });
export type Gateway = z.infer<typeof gatewaySchema>;

export const listGateways = defineOperation({
  method: "GET",
  path: "/admin/payment-gateways",
  summary: "The payment gateways",
  access: "gateways:view",
  data: z.array(gatewaySchema),
});

export const activeGateway = defineOperation({
  method: "GET",
  path: "/intake/active-gateway",
  summary: "The gateway that new checkouts must use",
  access: "intake",
  data: gatewaySchema,
});
