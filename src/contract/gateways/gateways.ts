import * as z from "zod";
import { defineOperation } from "#contract/operation.ts";
import { decodeOrderId } from "#contract/orders/order-id.ts";
import { MAX_ROW_ID } from "#contract/row-id.ts";
import { GATEWAY_MESSAGES } from "./messages.ts";

/** `is_active` is '1' for the gateway that new checkouts use, '0' for the others. */
export const gatewaySchema = z
  .object({ id: z.int(), gateway_name: z.string(), is_active: z.enum(["0", "1"]) })
  .meta({ id: "Gateway" });
export type Gateway = z.infer<typeof gatewaySchema>;

export const listGateways = defineOperation({
  method: "GET",
  path: "/admin/payment-gateways",
  summary: "The payment gateways",
  access: "gateways:view",
  shows: "nothing",
  data: z.array(gatewaySchema),
});

export const activeGateway = defineOperation({
  method: "GET",
  path: "/intake/active-gateway",
  summary: "The gateway that new checkouts must use",
  access: "intake",
  data: gatewaySchema,
});

/** A gateway's id, encoded like an order id. What is missing and what is not encoded have different error messages. */
const encodedGatewayId = z
  .string({
    error: ({ input }) => (input == null ? GATEWAY_MESSAGES.gatewayRequired : GATEWAY_MESSAGES.gatewayIdNotEncoded),
  })
  .trim()
  .min(1, { error: GATEWAY_MESSAGES.gatewayRequired, abort: true })
  .meta({ examples: ["Mg"] })
  .transform(decodeOrderId)
  .pipe(z.int({ error: GATEWAY_MESSAGES.gatewayIdNotEncoded }).max(MAX_ROW_ID, GATEWAY_MESSAGES.gatewayUnknown));

export const activateGatewaySchema = z.object({ gatewayId: encodedGatewayId });

export const activateGateway = defineOperation({
  method: "POST",
  path: "/admin/payment-gateway-setting",
  summary: "Make a gateway the one that new checkouts use",
  access: "gateways:activate",
  shows: "nothing",
  fresh: true,
  body: activateGatewaySchema,
  data: gatewaySchema,
});
