import { Anchor, Skeleton } from "@mantine/core";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { canUsePasskeys } from "#web/features/factors/can-use-passkeys.ts";
import { KeptCodes } from "#web/features/factors/kept-codes.tsx";
import { PATHS } from "#web/platform/paths.ts";
import { removeSession } from "#web/platform/session.ts";
import { Breakable } from "#web/ui/breakable.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { useKeptFocus } from "#web/ui/use-kept-focus.ts";
import { useAcceptInvitationMutation } from "./account-links.api.ts";
import classes from "./auth.module.css";
import type { LinkProps } from "./mailed-link.tsx";
import { NewPasswordForm } from "./new-password.form.tsx";

const loadPasskeySetUp = async () => (await import("#web/features/factors/passkey-set-up.tsx")).PasskeySetUp;

export function FirstPasswordForm({ token, name, email, onRefused }: LinkProps) {
  const [accept, { isLoading }] = useAcceptInvitationMutation();
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
          <NewPasswordForm
            email={email}
            isLoading={isLoading}
            send={(newPassword) => accept({ token, newPassword }).unwrap()}
            onDone={goOn}
            onRefused={onRefused}
          />
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
