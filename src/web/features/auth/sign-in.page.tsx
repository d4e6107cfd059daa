import { Anchor, Button, Checkbox, Group, TextInput } from "@mantine/core";
import { Link, Navigate, useLocation } from "react-router";
import { signInSchema } from "#contract/auth/auth.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { afterSignIn, PATHS } from "#web/platform/paths.ts";
import { storeSession } from "#web/platform/session.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
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

/** The e-mail of who comes from an invitation. */
function useKnownEmail(): string {
  const { state } = useLocation();
  return typeof state?.email === "string" ? state.email : "";
}

function SignInForm() {
  const [signIn, { isLoading }] = useSignInMutation();
  const form = useContractForm(signInSchema, { email: useKnownEmail(), password: "", rememberMe: false });

  const submit = useContractSubmit(form, (values) => signIn(values).unwrap(), {
    // A failed attempt's toast is replaced by the next one, or by the success.
    about: "sign-in",
    onDone: ({ jwtToken }) => storeSession(jwtToken),
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput label="Email ID" type="email" autoComplete="username" size="lg" {...registerField(form, "email")} />
      <PasswordField label="Password" autoComplete="current-password" size="lg" {...registerField(form, "password")} />
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
