/* Apart from the members' calls: the console needs no messages for visitors. */
import * as z from "zod";
import { defineOperation, SMALL_BODY } from "#contract/operation.ts";
import { VISITOR_CALLS } from "#contract/tracking/visitor-calls.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";

/** Any text: a token that is none gets the answer of an unknown one. */
export const emailLinkSchema = z.object({
  token: z.string({ error: VISITOR_MESSAGES.emailLinkInvalid }).max(200, VISITOR_MESSAGES.emailLinkInvalid),
});

export const confirmEmail = defineOperation({
  method: "POST",
  path: VISITOR_CALLS.confirmEmail,
  summary: "Confirm the new e-mail address of an order by the token mailed to it",
  access: "public",
  body: emailLinkSchema,
  bodyLimit: SMALL_BODY,
  data: z.null(),
});

export const contestEmail = defineOperation({
  method: "POST",
  path: VISITOR_CALLS.contestEmail,
  summary: "Contest a change of an order's e-mail address by the token mailed to the old one",
  access: "public",
  body: emailLinkSchema,
  bodyLimit: SMALL_BODY,
  data: z.null(),
});
