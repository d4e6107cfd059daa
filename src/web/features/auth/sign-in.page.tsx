import { Button, Checkbox, PasswordInput, TextInput, Title } from "@mantine/core";
import { useEffect } from "react";
import { Navigate } from "react-router";
import { signInSchema } from "#contract/auth.ts";
import mark from "#web/assets/mark.svg";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { showFieldErrors, useContractForm } from "#web/platform/form.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { PATHS } from "#web/platform/paths.ts";
import { storeSession } from "#web/platform/session.ts";
import { toast } from "#web/platform/toasts.ts";
import { useSession } from "#web/platform/use-session.ts";
import { useSignInMutation } from "./auth.api.ts";
import classes from "./sign-in.module.css";

/** The sign-in at `/`; who is signed in already goes to the console. */
export function SignInPage() {
  const session = useSession();
  useEffect(() => {
    document.title = `Sign In · ${pageConfig().serviceName}`;
  }, []);
  if (session !== null) return <Navigate to={PATHS.admin} replace />;
  return (
    <main className={classes.scene}>
      <div className={classes.card}>
        <img className={classes.badge} src={mark} alt="" width={88} height={88} />
        <Title order={1} size="1.5rem" ta="center">
          {pageConfig().serviceName}
        </Title>
        <p className={classes.lead}>Sign in to the back office</p>
        <SignInForm />
      </div>
    </main>
  );
}

function SignInForm() {
  const [signIn, { isLoading }] = useSignInMutation();
  const form = useContractForm(signInSchema, { email: "", password: "", rememberMe: false });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      const { message, jwtToken } = await signIn(values).unwrap();
      toast.success(message);
      storeSession(jwtToken);
    } catch (error) {
      showFieldErrors(form, toApiError(error));
      toast.error(errorMessage(error));
    }
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label="Email ID"
        type="email"
        autoComplete="username"
        size="lg"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        size="lg"
        visibilityToggleButtonProps={{ "aria-label": "Show or hide what you typed", tabIndex: 0, "aria-hidden": false }}
        error={errors.password?.message}
        {...form.register("password")}
      />
      <Checkbox label="Remember me" {...form.register("rememberMe")} />
      <Button type="submit" size="lg" fullWidth loading={isLoading}>
        Sign In
      </Button>
    </form>
  );
}
