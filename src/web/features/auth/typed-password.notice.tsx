import { IconKey } from "@tabler/icons-react";
import { Link } from "react-router";
import { PATHS } from "#web/platform/paths.ts";

export interface TypedPassword {
  setBy: string;
  className: string | undefined;
}

/** While somebody else knows the member's password, because they typed it. */
export function TypedPasswordNotice({ setBy, className }: TypedPassword) {
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
