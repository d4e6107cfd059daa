import { IconKey } from "@tabler/icons-react";
import { Link } from "react-router";
import { PATHS } from "#web/platform/paths.ts";
import { useUserInfoQuery } from "./auth.api.ts";

/** While somebody else knows the member's password, because they typed it. */
export function TypedPasswordNotice({ className }: { className: string | undefined }) {
  const setBy = useUserInfoQuery().data?.data.password_set_by;
  if (setBy === undefined) return null;
  return (
    <div className={className} role="note" aria-label="Your password">
      <IconKey size={16} aria-hidden />
      <p>
        <span>Set by</span> <strong translate="no">{setBy}</strong>
        <span>. Please choose your own.</span> <Link to={PATHS.changePassword}>Change Password</Link>
      </p>
    </div>
  );
}
