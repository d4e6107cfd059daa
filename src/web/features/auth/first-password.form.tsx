import { Anchor, Button, Skeleton } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import * as z from "zod";
import { acceptInvitationSchema } from "#contract/auth/account-links.ts";
import { canUsePasskeys } from "#web/features/factors/can-use-passkeys.ts";
import { KeptCodes } from "#web/features/factors/kept-codes.tsx";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { longEnough } from "#web/platform/password-min.ts";
import { PATHS } from "#web/platform/paths.ts";
import { removeSession } from "#web/platform/session.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { Breakable } from "#web/ui/breakable.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { useKeptFocus } from "#web/ui/use-kept-focus.ts";
import { useAcceptInvitationMutation } from "./account-links.api.ts";
import classes from "./auth.module.css";
import type { LinkProps } from "./mailed-link.tsx";

const loadPasskeySetUp = async () => (await import("#web/features/factors/passkey-set-up.tsx")).PasskeySetUp;

/** Only the server knows the role; it may require a longer password by role. */
const formSchema = () => z.object({ newPassword: longEnough(acceptInvitationSchema.shape.newPassword, "newPassword") });

export function FirstPasswordForm({ token, name, email, onRefused }: LinkProps) {
  const navigate = useNavigate();
  const [isPasskey, setPasskey] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(frame);
  const goOn = async () => {
    // Also signs out anyone signed in here: the next step is the new member's own sign-in.
    removeSession();
    await navigate(PATHS.signIn, { replace: true, state: { email } });
  };

  return (
    <div className={classes.form} ref={frame} tabIndex={-1} {...keptFocus}>
      <p className={classes.whose}>
        <span>Welcome,</span> <strong translate="no">{name}</strong>
        <br />
        <Breakable text={email} />
      </p>
      {codes !== null ? (
        <KeptCodes codes={codes} done="Go on to Sign In" onDone={() => void goOn()} />
      ) : isPasskey ? (
        <LoadedPart
          load={loadPasskeySetUp}
          props={{
            invitation: token,
            onDone: (made) => (made === null ? void goOn() : setCodes(made)),
            onCancel: () => setPasskey(false),
          }}
          skeleton={<Skeleton height={200} />}
        />
      ) : (
        <>
          <Password token={token} email={email} onDone={goOn} onRefused={onRefused} />
          {canUsePasskeys() && (
            <Anchor component="button" type="button" onClick={() => setPasskey(true)}>
              Use a passkey instead of a password
            </Anchor>
          )}
        </>
      )}
    </div>
  );
}

function Password({ token, email, onDone, onRefused }: Omit<LinkProps, "name"> & { onDone: () => Promise<void> }) {
  const [accept, { isLoading }] = useAcceptInvitationMutation();
  const form = useContractForm(useMemo(formSchema, []), { newPassword: "" });
  const submit = useContractSubmit(form, ({ newPassword }) => accept({ token, newPassword }).unwrap(), {
    onDone,
    onRefused: ({ refusal }) => refusal?.code === "rule_violation" && onRefused(),
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
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
