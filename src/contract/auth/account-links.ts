import * as z from "zod";
import { defineOperation, SMALL_BODY } from "#contract/operation.ts";
import { emailText } from "#contract/text-schemas.ts";
import { linkTokenSchema, newPasswordText } from "./auth.ts";
import { AUTH_MESSAGES } from "./messages.ts";

/** Whose link it is. Looking uses nothing up: programs that scan mails open links too. */
export const openLink = defineOperation({
  method: "POST",
  path: "/admin/open-link",
  summary: "Whose mailed link it is: an invitation, or a member's own new email",
  access: "public",
  body: z.object({ token: linkTokenSchema }),
  bodyLimit: SMALL_BODY,
  data: z.object({ kind: z.enum(["invitation", "email"]), name: z.string(), email: z.string() }),
});

const emailData = z.object({ email: z.string() });

export const acceptInvitationSchema = z.object({ token: linkTokenSchema, newPassword: newPasswordText() });

export const acceptInvitation = defineOperation({
  method: "POST",
  path: "/admin/accept-invitation",
  summary: "Choose the first password with the link of an invitation",
  access: "public",
  body: acceptInvitationSchema,
  bodyLimit: SMALL_BODY,
  data: emailData,
});

export const confirmOwnEmail = defineOperation({
  method: "POST",
  path: "/admin/confirm-own-email",
  summary: "Confirm a member's own new email with the link mailed to it",
  access: "public",
  body: z.object({ token: linkTokenSchema }),
  bodyLimit: SMALL_BODY,
  data: emailData,
});

export const changeOwnEmailSchema = z.object({
  email: emailText(AUTH_MESSAGES.signInEmailRequired, AUTH_MESSAGES.signInEmailInvalid),
});

export const changeOwnEmail = defineOperation({
  method: "POST",
  path: "/admin/change-own-email",
  summary: "Mail a link to the caller's new email; nothing changes until it is confirmed",
  access: "session",
  shows: "nothing",
  fresh: true,
  body: changeOwnEmailSchema,
  bodyLimit: SMALL_BODY,
  data: z.null(),
});
