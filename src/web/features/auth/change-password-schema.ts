import * as z from "zod";
import { changePasswordSchema } from "#contract/auth/auth.ts";
import type { Role } from "#contract/roles.ts";
import { longEnough } from "#web/platform/password-min.ts";

/** The form's values: the current password only once the server requires it. */
export function changePasswordFormSchema(isCurrentAsked: boolean, role: Role | undefined) {
  const { newPassword, currentPassword } = changePasswordSchema.shape;
  return z.object({
    newPassword: longEnough(newPassword, "newPassword", role),
    currentPassword: isCurrentAsked ? currentPassword.unwrap() : z.string(),
  });
}
