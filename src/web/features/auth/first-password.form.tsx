import { Button } from "@mantine/core";
import { useMemo } from "react";
import { useNavigate } from "react-router";
import * as z from "zod";
import { acceptInvitationSchema } from "#contract/auth/account-links.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { longEnough } from "#web/platform/password-min.ts";
import { PATHS } from "#web/platform/paths.ts";
import { removeSession } from "#web/platform/session.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { Breakable } from "#web/ui/breakable.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { useAcceptInvitationMutation } from "./account-links.api.ts";
import classes from "./auth.module.css";
import type { LinkProps } from "./mailed-link.tsx";

/** Only the server knows the role; it may require a longer password by role. */
const formSchema = () => z.object({ newPassword: longEnough(acceptInvitationSchema.shape.newPassword, "newPassword") });

export function FirstPasswordForm({ token, name, email, onRefused }: LinkProps) {
  const [accept, { isLoading }] = useAcceptInvitationMutation();
  const navigate = useNavigate();
  const form = useContractForm(useMemo(formSchema, []), { newPassword: "" });

  const submit = useContractSubmit(form, ({ newPassword }) => accept({ token, newPassword }).unwrap(), {
    onDone: async () => {
      // Also signs out anyone signed in here: the next step is the new member's own sign-in.
      removeSession();
      await navigate(PATHS.signIn, { replace: true, state: { email } });
    },
    onRefused: ({ refusal }) => refusal?.code === "rule_violation" && onRefused(),
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.whose}>
        <span>Welcome,</span> <strong translate="no">{name}</strong>
        <br />
        <Breakable text={email} />
      </p>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
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
