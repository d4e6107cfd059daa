import { Tooltip } from "@mantine/core";
import { NavLink } from "react-router";
import { useDisputeCountsQuery } from "#web/features/disputes/disputes.api.ts";
import { DISPUTES_LINK } from "../navigation.ts";
import classes from "./top-bar.module.css";

/** Due dates come nearer by the day; the count of them need not be younger than this. */
const POLL_MS = 300_000;
const MOST_SHOWN = 99;

/** The way to the disputes from everywhere, with how many want an answer soon. */
export function DisputesLink() {
  const { data } = useDisputeCountsQuery(undefined, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const due = data?.due_soon ?? 0;
  const { label, href, icon: LinkIcon } = DISPUTES_LINK;
  const words = due === 0 ? label : `${label}, ${due.toLocaleString("en-US")} due soon`;
  return (
    <Tooltip label={words}>
      <NavLink to={href} className={classes.disputes ?? ""} aria-label={words}>
        <LinkIcon size={18} stroke={1.75} aria-hidden />
        {due > 0 && (
          <span className={classes.due} aria-hidden>
            {due > MOST_SHOWN ? `${MOST_SHOWN}+` : due}
          </span>
        )}
      </NavLink>
    </Tooltip>
  );
}
