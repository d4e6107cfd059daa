import { Anchor, Button, Checkbox, Group, TextInput } from "@mantine/core";
import { Link, Navigate, useLocation } from "react-router";
import { signInSchema } from "#contract/auth/auth.ts";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { showFieldErrors, useContractForm } from "#web/platform/form.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { afterSignIn, PATHS } from "#web/platform/paths.ts";
import { storeSession } from "#web/platform/session.ts";
import { toast } from "#web/platform/toasts.ts";
import { useSession } from "#web/platform/use-session.ts";
import { PasswordField } from "#web/ui/password-field.tsx";
import { useSignInMutation } from "./auth.api.ts";
import classes from "./auth.module.css";
import { AuthCard } from "./auth-card.tsx";

/** The sign-in at `/`; signed-in members are redirected to the requested page. */
export function SignInPage() {
  const session = useSession();
  const { state } = useLocation();
  if (session !== null) return <Navigate to={afterSignIn(state)} replace />;
  return (
    <AuthCard title={pageConfig().serviceName} tabTitle="Sign In" lead="Sign in to the back office">
      <SignInForm />
    </AuthCard>
  );
}

/** A failed attempt's toast is replaced by the next one, or by the success. */
const ABOUT = "sign-in";

function SignInForm() {
  const [signIn, { isLoading }] = useSignInMutation();
  const form = useContractForm(signInSchema, { email: "", password: "", rememberMe: false });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      const { message, jwtToken } = await signIn(values).unwrap();
      toast.success(message, { about: ABOUT });
      storeSession(jwtToken);
    } catch (error) {
      showFieldErrors(form, toApiError(error));
      toast.error(errorMessage(error), { about: ABOUT });
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
      <PasswordField
        label="Password"
        autoComplete="current-password"
        size="lg"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <Group justify="space-between" gap="xs">
        <Checkbox label="Remember me" {...form.register("rememberMe")} />
        <Anchor component={Link} to={PATHS.forgotPassword} className={classes.link ?? ""}>
          Forgot password?
        </Anchor>
      </Group>
      <Button type="submit" size="lg" fullWidth loading={isLoading}>
        Sign In
      </Button>
    </form>
  );
}
