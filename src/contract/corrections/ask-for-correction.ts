import * as z from "zod";
import { defineOperation } from "#contract/operation.ts";
import { optionalLine } from "#contract/text-schemas.ts";
import { visitorOrderId } from "#contract/tracking/tracking.ts";
import { VISITOR_CALLS } from "#contract/tracking/visitor-calls.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { correctedFieldsSchema } from "./corrections.ts";
import { CUSTOMER_NOTE_MAX, CUSTOMER_ROWS, isCustomerField } from "./customer-correction.ts";
import { correctionFieldUnknown } from "./messages.ts";

const customerFieldsSchema = correctedFieldsSchema.superRefine((fields, context) => {
  const entries = Object.entries(fields);
  for (const [field, value] of entries) {
    const isMissing = value === null || value === "";
    const message = isMissing ? VISITOR_MESSAGES.correctionEmpty : correctionFieldUnknown(field);
    if (isMissing || !isCustomerField(field)) context.addIssue({ code: "custom", path: [field], message });
  }
  if (entries.length > CUSTOMER_ROWS) {
    context.addIssue({ code: "custom", message: `At most ${CUSTOMER_ROWS} fields.` });
  }
});

export const askForCorrection = defineOperation({
  method: "POST",
  path: VISITOR_CALLS.correction,
  id: "askForCorrection",
  summary: "Ask for a correction of an order that the office decides; the same open request is stored once",
  access: "visitor",
  body: z.object({ orderId: visitorOrderId, fields: customerFieldsSchema, note: optionalLine(CUSTOMER_NOTE_MAX) }),
  data: z.null(),
});
