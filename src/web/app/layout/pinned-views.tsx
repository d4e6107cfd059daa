import { IconBookmark, IconUsers } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { OrderView } from "#contract/order-views/order-views.ts";
import { QUEUE } from "#contract/orders/queues.ts";
import { useOrderViewsQuery, usePinnedViewCountsQuery } from "#web/features/order-views/order-views.api.ts";
import { bareViewHref } from "#web/features/order-views/view-target.ts";
import { useOpenView } from "#web/features/orders/list/use-open-view.ts";
import { VIEW_PARAM } from "#web/platform/paths.ts";
import { isPlainClick } from "#web/platform/plain-click.ts";
import classes from "./sidebar.module.css";

/** Local storage: how many there were, so that the links below don't move when they are read. */
const STORAGE_KEY = "pinned-views";
/** Maximum age of the counts: orders become late, and days pass, without an event. */
const POLL_MS = 60_000;

/** The views that the member pinned. Nothing without any. */
export function PinnedViews() {
  const { data } = useOrderViewsQuery(undefined, { refetchOnMountOrArgChange: false });
  const pinned = data?.data.filter(({ is_pinned }) => is_pinned);
  const [before] = useState(() => Number(localStorage.getItem(STORAGE_KEY)));
  const count = pinned?.length ?? before;
  useEffect(() => localStorage.setItem(STORAGE_KEY, String(count)), [count]);
  if (count === 0) return null;
  return (
    <div>
      <p className={classes.group} id="nav-views">
        Views
      </p>
      {pinned === undefined && (
        <ul className={classes.links} aria-hidden>
          {Array.from({ length: count }, (_each, row) => row).map((row) => (
            <li key={row} className={classes.link} />
          ))}
        </ul>
      )}
      {pinned !== undefined && <PinnedViewLinks pinned={pinned} />}
    </div>
  );
}

/** A link for each view, with the number of its orders. */
function PinnedViewLinks({ pinned }: { pinned: readonly OrderView[] }) {
  const { data: counts } = usePinnedViewCountsQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const [params] = useSearchParams();
  const open = useOpenView();
  return (
    <ul className={classes.links} aria-labelledby="nav-views">
      {pinned.map((view) => {
        const ViewIcon = view.shared_with === null ? IconBookmark : IconUsers;
        const count = counts?.data.find(({ id }) => id === view.id);
        return (
          <li key={view.id}>
            <Link
              to={bareViewHref(view)}
              className={classes.link ?? ""}
              title={`${view.name} · ${QUEUE[view.list].title}`}
              aria-current={String(view.id) === params.get(VIEW_PARAM) ? "page" : undefined}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                // The address alone would show the whole list first.
                event.preventDefault();
                open(view);
              }}
            >
              <ViewIcon size={18} stroke={1.75} aria-hidden />
              <bdi className={classes.label}>{view.name}</bdi>
              <span className={classes.count}>
                {count === undefined ? "" : `${count.total.toLocaleString("en-US")}${count.total_capped ? "+" : ""}`}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
