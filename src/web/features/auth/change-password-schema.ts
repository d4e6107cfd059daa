import * as z from "zod";
import { changePasswordSchema } from "#contract/auth.ts";

/** What the form holds: the current password only once the server asked for it. */
export function changePasswordFormSchema(isCurrentAsked: boolean) {
  const { newPassword, currentPassword } = changePasswordSchema.shape;
  return z.object({ newPassword, currentPassword: isCurrentAsked ? currentPassword.unwrap() : z.string() });
}
