import { Anchor } from "@mantine/core";
import { Link, matchPath, useLocation } from "react-router";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useLinkToken } from "#web/platform/use-link-token.ts";
import { useSession } from "#web/platform/use-session.ts";
import classes from "./auth.module.css";
import { AuthCard } from "./auth-card.tsx";
import { FirstPasswordForm } from "./first-password.form.tsx";
import { BadLink, OpenedLink } from "./mailed-link.tsx";
import { ConfirmForm } from "./own-email.confirmation.tsx";
import { ByLink } from "./reset-password.form.tsx";
import { SetUpFactorForm } from "./set-up-factor.form.tsx";

/** The page of each kind of link. One file: the first list loads what many files share. */
export function MailedLinkPage() {
  const { pathname } = useLocation();
  if (matchPath(PATHS.invitation, pathname)) return <InvitationPage />;
  if (matchPath(PATHS.setUpFactor, pathname)) return <SetUpFactorPage />;
  return matchPath(PATHS.confirmEmail, pathname) ? <ConfirmEmailPage /> : <ResetPasswordPage />;
}

/** Sets a new password with the token from the link's fragment. */
function ResetPasswordPage() {
  const token = useLinkToken();
  return (
    <AuthCard title="Set a new password" tabTitle="Set a new password" lead="For your sign-in to the back office">
      {/* A second link opened in this tab starts over. */}
      {token === null ? (
        <BadLink message={AUTH_MESSAGES.resetTokenMissing} canAsk />
      ) : (
        <ByLink key={token} token={token} />
      )}
      <Anchor component={Link} to={PATHS.signIn} className={`${classes.link} ${classes.back}`}>
        Back to Sign In
      </Anchor>
    </AuthCard>
  );
}

/** `/invitation#token=…`: an invited member chooses a password, or a passkey instead, and then signs in. */
function InvitationPage() {
  return (
    <AuthCard title="Your invitation" tabTitle="Your invitation" lead="Choose how you sign in">
      <OpenedLink kind="invitation" form={FirstPasswordForm} />
      <Anchor component={Link} to={PATHS.signIn} className={`${classes.link} ${classes.back}`}>
        Back to Sign In
      </Anchor>
    </AuthCard>
  );
}

/** `/set-up-factor#token=…`: a member whose role needs a second factor sets it up and then signs in. */
function SetUpFactorPage() {
  const token = useLinkToken();
  const title = "Set up your second factor";
  return (
    <AuthCard title={title} tabTitle={title} lead="Your sign-in needs it beside the password">
      {token === null ? (
        <BadLink message={AUTH_MESSAGES.resetTokenMissing} />
      ) : (
        <div key={token} className={classes.form}>
          <SetUpFactorForm link={token} />
        </div>
      )}
      <Anchor component={Link} to={PATHS.signIn} className={`${classes.link} ${classes.back}`}>
        Back to Sign In
      </Anchor>
    </AuthCard>
  );
}

/** `/confirm-sign-in-email#token=…`: the button confirms, so that a program that scans mails does not. */
function ConfirmEmailPage() {
  const session = useSession();
  return (
    <AuthCard title="Your new email" tabTitle="Your new email" lead="For your sign-in to the back office">
      <OpenedLink kind="email" form={ConfirmForm} />
      <Anchor
        component={Link}
        to={session === null ? PATHS.signIn : PATHS.account}
        className={`${classes.link} ${classes.back}`}
      >
        <span key={session === null ? "out" : "in"}>
          {session === null ? "Back to Sign In" : "Back to Your sign-in"}
        </span>
      </Anchor>
    </AuthCard>
  );
}
