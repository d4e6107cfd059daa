import { Anchor, Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { KeptCodes } from "#web/features/factors/kept-codes.tsx";
import { errorMessage } from "#web/platform/api-error.ts";
import { PATHS } from "#web/platform/paths.ts";
import { removeSession } from "#web/platform/session.ts";
import { toast } from "#web/platform/toasts.ts";
import { useLinkToken } from "#web/platform/use-link-token.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { useBeginEnrolmentMutation, useSignOutMutation } from "./auth.api.ts";
import classes from "./auth.module.css";
import { AuthCard } from "./auth-card.tsx";

const TITLE = "Set up your second factor";
const loadTotpSetUp = async () => (await import("#web/features/factors/totp-set-up.tsx")).TotpSetUp;

/** `/set-up-factor#token=…`: the mailed link of a member who needs a second factor to sign in. */
export function SetUpFactorPage() {
  const token = useLinkToken();
  return (
    <AuthCard title={TITLE} tabTitle={TITLE} lead="Your sign-in needs it beside the password">
      <div className={classes.form}>
        {token === null ? <p>{AUTH_MESSAGES.resetTokenMissing}</p> : <ByLink key={token} link={token} />}
      </div>
      <Anchor component={Link} to={PATHS.signIn} className={`${classes.link} ${classes.back}`}>
        Back to Sign In
      </Anchor>
    </AuthCard>
  );
}

function ByLink({ link }: { link: string }) {
  const [open, { isLoading }] = useBeginEnrolmentMutation();
  const [endSession] = useSignOutMutation();
  const navigate = useNavigate();
  /** Of a session that sets a factor up and reaches nothing else; never stored. */
  const [token, setToken] = useState<string | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const begin = async () => {
    try {
      setToken((await open({ token: link }).unwrap()).jwtToken);
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
  return (
    <LoadedPart
      load={loadTotpSetUp}
      props={{
        token,
        onDone: (made) => (made === null ? void finish() : setCodes(made)),
        onCancel: () => void finish(),
      }}
      skeleton={<Skeleton height={320} />}
    />
  );
}
