import * as z from "zod";
import { MESSAGES } from "./messages.ts";
import { defineOperation } from "./operation.ts";
import { roleSchema } from "./roles.ts";
import { emailText } from "./text.ts";

export const sessionUserSchema = z
  .object({ id: z.int(), name: z.string(), email: z.string(), type: roleSchema })
  .meta({ id: "SessionUser" });
export type SessionUser = z.infer<typeof sessionUserSchema>;

export const PASSWORD_MIN = 6;
const PASSWORD_MAX = 200;

/** A password to be set. Common ones are refused by the server, which holds the list. */
export function newPasswordText(
  missing: string = MESSAGES.newPasswordRequired,
  short: string = MESSAGES.newPasswordShort,
  long: string = MESSAGES.newPasswordLong,
) {
  return z
    .string({ error: missing })
    .min(1, { error: missing, abort: true })
    .min(PASSWORD_MIN, short)
    .max(PASSWORD_MAX, long)
    .meta({ examples: ["correct horse 7"] });
}

const presentedPassword = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .max(1000, missing)
    .meta({ examples: ["correct horse 7"] });

export const signInSchema = z.object({
  email: emailText(MESSAGES.signInEmailRequired, MESSAGES.signInEmailInvalid),
  password: presentedPassword(MESSAGES.signInPasswordRequired),
  rememberMe: z.boolean().optional(),
});

export const signIn = defineOperation({
  method: "POST",
  path: "/admin/admin-login",
  summary: "Sign a team member in",
  access: "public",
  body: signInSchema,
  data: sessionUserSchema,
  extra: { jwtToken: z.string() },
});

export const signOut = defineOperation({
  method: "POST",
  path: "/admin/logout",
  summary: "End this session on the server",
  access: "session",
  data: z.null(),
});

export const userInfo = defineOperation({
  method: "GET",
  path: "/user_info",
  summary: "The signed-in member",
  access: "session",
  data: sessionUserSchema,
});

export const changePasswordSchema = z.object({
  newPassword: newPasswordText(),
  currentPassword: presentedPassword(MESSAGES.currentPasswordRequired).optional(),
});

export const changePassword = defineOperation({
  method: "POST",
  path: "/admin/change-password",
  summary: "Change the own password and end all own sessions",
  access: "session",
  body: changePasswordSchema,
  data: z.null(),
});

export const forgotPasswordSchema = z.object({
  email: emailText(MESSAGES.signInEmailRequired, MESSAGES.signInEmailInvalid),
});

/** One answer for every address, so that it tells nobody who works here (decision 19). */
export const forgotPassword = defineOperation({
  method: "POST",
  path: "/admin/forgot-password",
  summary: "Ask for a mail with a link to set a new password",
  access: "public",
  body: forgotPasswordSchema,
  data: z.null(),
});

/** The token of a reset link, as it stands in the mail; 256 random bits in base64url. */
const resetTokenSchema = z
  .string({ error: MESSAGES.resetTokenInvalid })
  .regex(/^[A-Za-z0-9_-]{43}$/, MESSAGES.resetTokenInvalid)
  .meta({ examples: ["A".repeat(43)] });

export const resetPasswordSchema = z.object({ token: resetTokenSchema, newPassword: newPasswordText() });

export const resetPassword = defineOperation({
  method: "POST",
  path: "/admin/reset-password",
  summary: "Set a new password by the link of the mail; ends all sessions of the member",
  access: "public",
  body: resetPasswordSchema,
  data: z.null(),
});
