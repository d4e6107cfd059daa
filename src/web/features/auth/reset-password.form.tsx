import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod";
import { resetPasswordSchema } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { longEnough } from "#web/platform/password-min.ts";
import { PATHS } from "#web/platform/paths.ts";
import { removeSession } from "#web/platform/session.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { PasswordField } from "#web/ui/password-field.tsx";
import { useResetPasswordMutation } from "./auth.api.ts";
import classes from "./auth.module.css";
import { BadLink } from "./mailed-link.tsx";

/** Only the server knows whose link it is; it may require a longer password by role. */
const formSchema = () => z.object({ newPassword: longEnough(resetPasswordSchema.shape.newPassword, "newPassword") });

/** Of a well-formed link; whether it is still valid shows when it is used. */
export function ByLink({ token }: { token: string }) {
  const isWellFormed = resetPasswordSchema.shape.token.safeParse(token).success;
  const [refused, setRefused] = useState(isWellFormed ? null : AUTH_MESSAGES.resetTokenInvalid);
  if (refused !== null) return <BadLink message={refused} canAsk />;
  return <NewPasswordForm token={token} onRefused={() => setRefused(AUTH_MESSAGES.resetTokenInvalid)} />;
}

function NewPasswordForm({ token, onRefused }: { token: string; onRefused: () => void }) {
  const [reset, { isLoading }] = useResetPasswordMutation();
  const navigate = useNavigate();
  const form = useContractForm(useMemo(formSchema, []), { newPassword: "" });

  const submit = useContractSubmit(form, ({ newPassword }) => reset({ token, newPassword }).unwrap(), {
    onDone: async () => {
      // Also signs out anyone signed in here: the next step is to sign in with the new password.
      removeSession();
      await navigate(PATHS.signIn, { replace: true });
    },
    onRefused: ({ refusal }) => refusal?.code === "rule_violation" && onRefused(),
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        size="lg"
        {...registerField(form, "newPassword")}
      />
      <Button type="submit" size="lg" fullWidth loading={isLoading}>
        Set password
      </Button>
    </form>
  );
}
