import { useState } from "react";
import { useNavigate } from "react-router";
import { resetPasswordSchema } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { PATHS } from "#web/platform/paths.ts";
import { removeSession } from "#web/platform/session.ts";
import { useResetPasswordMutation } from "./auth.api.ts";
import { BadLink } from "./mailed-link.tsx";
import { NewPasswordForm } from "./new-password.form.tsx";

/** Of a well-formed link; whether it is still valid shows when it is used. */
export function ByLink({ token }: { token: string }) {
  const [reset, { isLoading }] = useResetPasswordMutation();
  const navigate = useNavigate();
  const [isRefused, setRefused] = useState(!resetPasswordSchema.shape.token.safeParse(token).success);
  if (isRefused) return <BadLink message={AUTH_MESSAGES.resetTokenInvalid} canAsk />;
  return (
    <NewPasswordForm
      isLoading={isLoading}
      send={(newPassword) => reset({ token, newPassword }).unwrap()}
      onDone={async () => {
        // Also signs out anyone signed in here: the next step is to sign in with the new password.
        removeSession();
        await navigate(PATHS.signIn, { replace: true });
      }}
      onRefused={() => setRefused(true)}
    />
  );
}
