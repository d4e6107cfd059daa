import { IconLogout } from "@tabler/icons-react";
import { NavLink } from "react-router";
import type { FolderCounts } from "#contract/orders/orders.ts";
import { useLogout } from "#web/features/auth/use-logout.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useSession } from "#web/platform/use-session.ts";
import { type NavigationLink, shownNavigation } from "../navigation.ts";
import { PinnedViews } from "./pinned-views.tsx";
import classes from "./sidebar.module.css";
import { DisputesLink, OpenOrdersLink } from "./waiting-links.tsx";

/** What waits, the pinned views, and the links of the console, each queue with its count. */
export function Sidebar({ counts }: { counts: FolderCounts | undefined }) {
  const role = useSession()?.user.type;
  const logout = useLogout();
  return (
    <nav className={classes.sidebar} aria-label="Console">
      <div className={classes.groups}>
        <div>
          <p className={classes.group} id="nav-waiting">
            Waiting
          </p>
          <ul className={classes.links} aria-labelledby="nav-waiting">
            <li>
              <OpenOrdersLink />
            </li>
            <li>
              <DisputesLink />
            </li>
          </ul>
        </div>
        <PinnedViews />
        {shownNavigation(role).map((group) => (
          <div key={group.label}>
            <p className={classes.group} id={`nav-${group.label}`}>
              {group.label}
            </p>
            <ul className={classes.links} aria-labelledby={`nav-${group.label}`}>
              {group.links.map((link) => (
                <li key={link.href}>
                  <SidebarLink link={link} counts={counts} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <button type="button" className={`${classes.link} ${classes.logout}`} onClick={logout}>
        <IconLogout size={18} stroke={1.75} aria-hidden />
        <span>Logout</span>
      </button>
    </nav>
  );
}

function SidebarLink({ link, counts }: { link: NavigationLink; counts: FolderCounts | undefined }) {
  const { icon: LinkIcon, count } = link;
  return (
    <NavLink to={link.href} end={link.href === PATHS.admin} className={classes.link ?? ""}>
      <LinkIcon size={18} stroke={1.75} aria-hidden />
      <span className={classes.label}>{link.label}</span>
      {count !== undefined && (
        <span className={classes.count}>{counts === undefined ? "" : counts[count].toLocaleString("en-US")}</span>
      )}
    </NavLink>
  );
}
