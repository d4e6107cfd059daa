import * as z from "zod";
import { MESSAGES } from "#contract/messages.ts";
import { MAX_ORDER_ID } from "./order-id.ts";

const orderNumber = z
  .int({ error: MESSAGES.orderIdInvalid })
  .min(1, MESSAGES.orderIdInvalid)
  .max(MAX_ORDER_ID, MESSAGES.orderIdInvalid);

/** A numeric order id; a string of digits is accepted too, because forms and URLs carry text. */
export const orderIdSchema = z
  .union([orderNumber, z.string().regex(/^[0-9]{1,16}$/, MESSAGES.orderIdInvalid)], { error: MESSAGES.orderIdInvalid })
  .meta({ examples: [100001] })
  .transform(Number)
  .pipe(orderNumber);
