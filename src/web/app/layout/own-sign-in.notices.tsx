import { IconKey, IconShieldLock } from "@tabler/icons-react";
import { Link } from "react-router";
import { useOwnAccountQuery } from "#web/features/factors/factors.api.ts";
import { PATHS } from "#web/platform/paths.ts";
import { Instant } from "#web/ui/instant.tsx";

export interface OwnSignIn {
  /** Who typed the member's password, if it was somebody else. */
  setBy: string | null | undefined;
  /** Whether the member's role needs a second factor. */
  needsFactor: boolean;
  className: string | undefined;
}

/** What the member should do about their own sign-in. */
export function OwnSignInNotices({ setBy, needsFactor, className }: OwnSignIn) {
  return (
    <>
      {setBy && (
        <div className={className} role="note" aria-label="Your password">
          <IconKey size={16} aria-hidden />
          <p>
            <span>Set by</span> <strong translate="no">{setBy}</strong>
            <span>. Please choose your own.</span> <Link to={PATHS.changePassword}>Change Password</Link>
          </p>
        </div>
      )}
      {needsFactor && <FactorDue className={className} />}
    </>
  );
}

function FactorDue({ className }: Pick<OwnSignIn, "className">) {
  const account = useOwnAccountQuery().data?.data;
  const due = account?.due_at ?? null;
  if (due === null) return null;
  return (
    <div className={className} role="note" aria-label="Your second factor">
      <IconShieldLock size={16} aria-hidden />
      <p>
        <span>{account?.passkey_required ? "A passkey is needed from" : "A second factor is needed from"}</span>{" "}
        <Instant at={due} />
        <span>.</span> <Link to={PATHS.account}>Set it up now</Link>
      </p>
    </div>
  );
}
