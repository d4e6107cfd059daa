import { matchPath, useLocation } from "react-router";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useLinkToken } from "#web/platform/use-link-token.ts";
import { useSession } from "#web/platform/use-session.ts";
import classes from "./auth.module.css";
import { AuthCard } from "./auth-card.tsx";
import { FirstPasswordForm } from "./first-password.form.tsx";
import { BadLink, OpenedLink } from "./mailed-link.tsx";
import { OwnEmailForm } from "./own-email.confirmation.tsx";
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
    <AuthCard title="Set a new password" lead="For your sign-in to the back office">
      {/* A second link opened in this tab starts over. */}
      {token === null ? (
        <BadLink message={AUTH_MESSAGES.resetTokenMissing} canAsk />
      ) : (
        <ByLink key={token} token={token} />
      )}
    </AuthCard>
  );
}

/** `/invitation#token=…`: an invited member chooses a password, or a passkey instead, and then signs in. */
function InvitationPage() {
  return (
    <AuthCard title="Your invitation" lead="Choose how you sign in">
      <OpenedLink kind="invitation" form={FirstPasswordForm} />
    </AuthCard>
  );
}

/** `/set-up-factor#token=…`: a member whose role needs a second factor sets it up and then signs in. */
function SetUpFactorPage() {
  const token = useLinkToken();
  return (
    <AuthCard title="Set up your second factor" lead="Your sign-in needs it beside the password">
      {token === null ? (
        <BadLink message={AUTH_MESSAGES.resetTokenMissing} />
      ) : (
        <div key={token} className={classes.form}>
          <SetUpFactorForm link={token} />
        </div>
      )}
    </AuthCard>
  );
}

/** `/confirm-sign-in-email#token=…`: the button confirms, so that a program that scans mails does not. */
function ConfirmEmailPage() {
  const session = useSession();
  return (
    <AuthCard
      title="Your new email"
      lead="For your sign-in to the back office"
      {...(session !== null && { back: { to: PATHS.account, words: "Back to Your sign-in" } })}
    >
      <OpenedLink kind="email" form={OwnEmailForm} />
    </AuthCard>
  );
}
