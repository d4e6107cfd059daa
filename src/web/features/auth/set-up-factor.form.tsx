import { Anchor, Button, Skeleton, Text } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { canUsePasskeys } from "#web/features/factors/can-use-passkeys.ts";
import { useBeginEnrolmentMutation } from "#web/features/factors/factors.api.ts";
import { KeptCodes } from "#web/features/factors/kept-codes.tsx";
import { errorMessage } from "#web/platform/api-error.ts";
import { PATHS } from "#web/platform/paths.ts";
import { removeSession } from "#web/platform/session.ts";
import { toast } from "#web/platform/toasts.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { useSignOutMutation } from "./auth.api.ts";

const loadPasskeySetUp = async () => (await import("#web/features/factors/passkey-set-up.tsx")).PasskeySetUp;
const loadTotpSetUp = async () => (await import("#web/features/factors/totp-set-up.tsx")).TotpSetUp;

/** The mailed link of a member who needs a second factor to sign in. */
export function SetUpFactorForm({ link }: { link: string }) {
  const [open, { isLoading }] = useBeginEnrolmentMutation();
  const [endSession] = useSignOutMutation();
  const navigate = useNavigate();
  /** Of a session that sets a factor up and reaches nothing else; never stored. */
  const [token, setToken] = useState<string | null>(null);
  const [isPasskeyOnly, setPasskeyOnly] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isApp, setApp] = useState(!canUsePasskeys());

  const begin = async () => {
    try {
      const { data, jwtToken } = await open({ token: link }).unwrap();
      setPasskeyOnly(data.passkey_required);
      setToken(jwtToken);
    } catch (thrown) {
      toast.error(errorMessage(thrown), { about: "factor" });
    }
  };
  const finish = async () => {
    if (token !== null) await endSession(token);
    removeSession();
    await navigate(PATHS.signIn, { replace: true });
  };

  // Not on opening: mail scanners follow links, and this one works once.
  if (token === null) {
    return (
      <Button size="lg" fullWidth loading={isLoading} onClick={() => void begin()}>
        Begin
      </Button>
    );
  }
  if (codes !== null) return <KeptCodes codes={codes} done="Go on to Sign In" onDone={() => void finish()} />;
  if (isPasskeyOnly && !canUsePasskeys()) {
    return (
      <Text>
        Your role needs a passkey, which this browser can't add here. Ask an Admin for a new link, and open it at the
        address of this program in another browser.
      </Text>
    );
  }
  return (
    <>
      <LoadedPart
        key={String(isApp)}
        load={isApp ? loadTotpSetUp : loadPasskeySetUp}
        props={{
          token,
          onDone: (made) => (made === null ? void finish() : setCodes(made)),
          onCancel: () => void finish(),
        }}
        skeleton={<Skeleton height={320} />}
      />
      {canUsePasskeys() && !isPasskeyOnly && (
        <Anchor component="button" type="button" onClick={() => setApp(!isApp)}>
          <span key={String(isApp)}>{isApp ? "Use a passkey instead" : "Use an authenticator app instead"}</span>
        </Anchor>
      )}
    </>
  );
}
