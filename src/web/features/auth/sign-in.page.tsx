import { Anchor, Button, Checkbox, Group, Skeleton, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link, Navigate, useLocation } from "react-router";
import type * as z from "zod";
import { signInSchema } from "#contract/auth/auth.ts";
import { canUsePasskeys } from "#web/features/factors/can-use-passkeys.ts";
import { toApiError } from "#web/platform/api-error.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { afterSignIn, PATHS } from "#web/platform/paths.ts";
import { storeSession } from "#web/platform/session.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { useSession } from "#web/platform/use-session.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { useSignInMutation } from "./auth.api.ts";
import classes from "./auth.module.css";
import { AuthCard } from "./auth-card.tsx";

const loadPasskeySignIn = async () => (await import("./passkey-sign-in.tsx")).PasskeySignIn;
const loadSecondStep = async () => (await import("./second-step.tsx")).SecondStep;

/** The sign-in at `/`; signed-in members are redirected to the requested page. */
export function SignInPage() {
  const session = useSession();
  const { state } = useLocation();
  if (session !== null) return <Navigate to={afterSignIn(state)} replace />;
  return <SignInCard />;
}

interface Step {
  refused: unknown;
  email: string;
}

function SignInCard() {
  const [step, setStep] = useState<Step | null>(null);
  return (
    <AuthCard
      title={pageConfig().serviceName}
      tabTitle="Sign In"
      lead={step === null ? "Sign in to the back office" : "One more step"}
      back={null}
    >
      {step === null ? (
        <SignInForm onStep={setStep} />
      ) : (
        <LoadedPart
          load={loadSecondStep}
          props={{ ...step, onStartOver: () => setStep(null) }}
          skeleton={<Skeleton height={220} />}
        />
      )}
    </AuthCard>
  );
}

/** The e-mail of who comes from an invitation. */
function useKnownEmail(): string {
  const { state } = useLocation();
  return typeof state?.email === "string" ? state.email : "";
}

function SignInForm({ onStep }: { onStep: (step: Step) => void }) {
  const [signIn, { isLoading }] = useSignInMutation();
  const form = useContractForm(signInSchema, { email: useKnownEmail(), password: "", rememberMe: false });

  const send = async (values: z.output<typeof signInSchema>) => {
    try {
      return await signIn(values).unwrap();
    } catch (thrown) {
      const { refusal } = toApiError(thrown);
      if (refusal?.code !== "second_factor_required") throw thrown;
      onStep({ refused: refusal.data, email: values.email });
      return null;
    }
  };
  const submit = useContractSubmit(form, send, {
    // A failed attempt's toast is replaced by the next one, or by the success.
    about: "sign-in",
    onDone: ({ jwtToken }) => storeSession(jwtToken),
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label="Email ID"
        type="email"
        autoComplete={canUsePasskeys() ? "username webauthn" : "username"}
        size="lg"
        {...registerField(form, "email")}
      />
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
      {canUsePasskeys() && (
        <LoadedPart
          load={loadPasskeySignIn}
          props={{ rememberMe: form.watch("rememberMe") === true, isSubmitting: isLoading }}
          skeleton={
            <Button variant="default" size="lg" fullWidth disabled>
              Sign in with a passkey
            </Button>
          }
        />
      )}
    </form>
  );
}
