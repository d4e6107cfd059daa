import { Button } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { useContractForm } from "#web/platform/form.ts";
import { PATHS } from "#web/platform/paths.ts";
import { removeSession } from "#web/platform/session.ts";
import { showRefusal } from "#web/platform/show-refusal.ts";
import { toast } from "#web/platform/toasts.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { useChangePasswordMutation, useUserInfoQuery } from "./auth.api.ts";
import classes from "./auth.module.css";
import { changePasswordFormSchema } from "./change-password-schema.ts";

/** The own password. Every session ends with it, this one too (specification section 4). */
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
  // One field, until the server wants to know that it is still the same person (doubt D-06).
  const [isCurrentAsked, setCurrentAsked] = useState(false);
  const schema = useMemo(() => changePasswordFormSchema(isCurrentAsked), [isCurrentAsked]);
  const form = useContractForm(schema, { newPassword: "", currentPassword: "" });
  const { errors } = form.formState;
  const { setFocus } = form;

  useEffect(() => {
    if (isCurrentAsked) setFocus("currentPassword");
  }, [isCurrentAsked, setFocus]);

  const submit = form.handleSubmit(async ({ newPassword, currentPassword }) => {
    try {
      const { message } = await change({ newPassword, ...(isCurrentAsked && { currentPassword }) }).unwrap();
      toast.success(message);
      removeSession();
      await navigate(PATHS.signIn, { replace: true });
    } catch (thrown) {
      const error = showRefusal(form, thrown);
      if (error.refusal?.code === "current_password_required") {
        setCurrentAsked(true);
        form.setError("currentPassword", { message: error.message });
      }
    }
  });

  return (
    <form className={classes.panel} onSubmit={submit} noValidate>
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={member?.data.email ?? ""} readOnly hidden />
      <PasswordField
        label="New password"
        description="You will be signed out everywhere and sign in again with it."
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...form.register("newPassword")}
      />
      {isCurrentAsked && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.currentPassword?.message}
          {...form.register("currentPassword")}
        />
      )}
      <Button type="submit" loading={isLoading} className={classes.submit ?? ""}>
        Update Password
      </Button>
    </form>
  );
}
