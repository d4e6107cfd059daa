import * as z from "zod";
import { ORDER_MESSAGES } from "./messages.ts";
import { MAX_ORDER_ID } from "./order-id.ts";

const orderNumber = z
  .int({ error: ORDER_MESSAGES.orderIdInvalid })
  .min(1, ORDER_MESSAGES.orderIdInvalid)
  .max(MAX_ORDER_ID, ORDER_MESSAGES.orderIdInvalid);

/** A numeric order id; a string of digits is accepted too, because forms and URLs carry text. */
export const orderIdSchema = z
  .union([orderNumber, z.string().regex(/^[0-9]{1,16}$/, ORDER_MESSAGES.orderIdInvalid)], {
    error: ORDER_MESSAGES.orderIdInvalid,
  })
  .meta({ examples: [100001] })
  .transform(Number)
  .pipe(orderNumber);
