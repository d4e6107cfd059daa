import { Button } from "@mantine/core";
import { useMemo } from "react";
import * as z from "zod";
import { newPasswordText } from "#contract/auth/auth.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { longEnough } from "#web/platform/password-min.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { PasswordField } from "#web/ui/password-field.tsx";
import classes from "./auth.module.css";

interface Props {
  /** Whose password it is, if that is known. */
  email?: string;
  isLoading: boolean;
  send: (newPassword: string) => Promise<{ message: string }>;
  onDone: () => Promise<void>;
  /** The link turned out to be used or void. */
  onRefused: () => void;
}

/** Only the server knows whose link it is; it may require a longer password by role. */
const formSchema = () => z.object({ newPassword: longEnough(newPasswordText(), "newPassword") });

export function NewPasswordForm({ email, isLoading, send, onDone, onRefused }: Props) {
  const form = useContractForm(useMemo(formSchema, []), { newPassword: "" });
  const submit = useContractSubmit(form, ({ newPassword }) => send(newPassword), {
    onDone,
    onRefused: ({ refusal }) => refusal?.code === "rule_violation" && onRefused(),
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {/* Tells password managers whose password this is. */}
      {email !== undefined && (
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      )}
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
