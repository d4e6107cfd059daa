import { Button } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod";
import { changePassword, changePasswordSchema } from "#contract/auth/auth.ts";
import type { Role } from "#contract/roles.ts";
import { useSessionEndQuery } from "#web/features/sessions/sessions.api.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { longEnough } from "#web/platform/password-min.ts";
import { PATHS } from "#web/platform/paths.ts";
import { endOwnSession } from "#web/platform/refused-session.ts";
import { removeSession } from "#web/platform/session.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { useChangePasswordMutation, useUserInfoQuery } from "./auth.api.ts";
import classes from "./auth.module.css";

/** The form's values: the current password only once the server requires it. */
function changePasswordFormSchema(isCurrentAsked: boolean, role: Role | undefined) {
  const { newPassword, currentPassword } = changePasswordSchema.shape;
  return z.object({
    newPassword: longEnough(newPassword, "newPassword", role),
    currentPassword: isCurrentAsked ? currentPassword.unwrap() : z.string(),
  });
}

/** Changes the own password. All sessions end with it, including this one. */
export function ChangePasswordPage() {
  return (
    <>
      <PageHeader title="Update Password" />
      <ChangePasswordForm />
    </>
  );
}

function ChangePasswordForm() {
  const [change, { isLoading }] = useChangePasswordMutation();
  const { data: member } = useUserInfoQuery();
  const navigate = useNavigate();
  // One field while the session is fresh, both at once when it is not (decision record 0044).
  const isStale = useIsStale();
  const [isDemanded, setDemanded] = useState(false);
  const isCurrentAsked = isStale || isDemanded;
  const schema = useMemo(
    () => changePasswordFormSchema(isCurrentAsked, member?.data.type),
    [isCurrentAsked, member?.data.type],
  );
  const form = useContractForm(schema, { newPassword: "", currentPassword: "" });
  const { setFocus } = form;

  useEffect(() => {
    if (isDemanded) setFocus("currentPassword");
  }, [isDemanded, setFocus]);

  const submit = useContractSubmit(
    form,
    ({ newPassword, currentPassword }) =>
      endOwnSession(changePassword, () => change({ newPassword, ...(isCurrentAsked && { currentPassword }) }).unwrap()),
    {
      // A failed attempt's toast is replaced by the next one, or by the success.
      about: "password",
      onDone: async () => {
        removeSession({ isChoice: true });
        await navigate(PATHS.signIn, { replace: true });
      },
      onRefused: ({ refusal, message }) => {
        if (refusal?.code !== "current_password_required") return;
        setDemanded(true);
        form.setError("currentPassword", { message });
      },
    },
  );

  return (
    <form className={classes.panel} onSubmit={submit} noValidate>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={member?.data.email ?? ""} readOnly hidden />
      <PasswordField
        label="New password"
        description="You will be signed out everywhere and can sign in again with it."
        autoComplete="new-password"
        {...registerField(form, "newPassword")}
      />
      {isCurrentAsked && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...registerField(form, "currentPassword")}
        />
      )}
      <Button type="submit" loading={isLoading} style={{ alignSelf: "flex-start" }}>
        Update Password
      </Button>
    </form>
  );
}

/** Whether the server will require the current password: now, or once the sign-in is old enough. */
function useIsStale(): boolean {
  const { data } = useSessionEndQuery();
  const [isStale, setStale] = useState(false);
  const seconds = data?.data.fresh_seconds_left;
  useEffect(() => {
    if (seconds === undefined) return;
    setStale(seconds === 0);
    const timer = setTimeout(() => setStale(true), seconds * 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return isStale;
}
