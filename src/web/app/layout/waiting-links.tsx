import { NavLink } from "react-router";
import { useDisputeCountsQuery } from "#web/features/disputes/disputes.api.ts";
import { useLateCountQuery } from "#web/features/orders/list/data/order-rows.api.ts";
import { DISPUTES_LINK, type NavigationLink, OPEN_ORDERS_LINK } from "../navigation.ts";
import classes from "./sidebar.module.css";

/** Maximum age of the count: due dates come closer every day. */
const DISPUTES_POLL_MS = 300_000;
/** Maximum age of the count: orders become late without an event. */
const LATE_POLL_MS = 60_000;

/** Open work, with the number of late orders; while there are any, it leads to these. */
export function OpenOrdersLink() {
  const { data } = useLateCountQuery(undefined, { pollingInterval: LATE_POLL_MS, skipPollingIfUnfocused: true });
  const late = data?.data.late ?? 0;
  if (late === 0) return <WaitingLink link={OPEN_ORDERS_LINK} count={null} meaning="" />;
  const link = { ...OPEN_ORDERS_LINK, href: `${OPEN_ORDERS_LINK.href}?due=late` };
  return <WaitingLink link={link} count={`${late}${data?.data.capped === true ? "+" : ""}`} meaning="late" />;
}

/** The disputes, with the number of those due soon and of payments for deleted orders. */
export function DisputesLink() {
  const { data } = useDisputeCountsQuery(undefined, {
    pollingInterval: DISPUTES_POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const soon = data?.due_soon ?? 0;
  const paid = data?.paid_while_deleted.length ?? 0;
  if (soon + paid === 0) return <WaitingLink link={DISPUTES_LINK} count={null} meaning="" />;
  const meaning = [
    ...(soon === 0 ? [] : [`${soon.toLocaleString("en-US")} due soon`]),
    ...(paid === 0 ? [] : [`${paid} paid after deletion`]),
  ].join(", ");
  return <WaitingLink link={DISPUTES_LINK} count={(soon + paid).toLocaleString("en-US")} meaning={meaning} />;
}

interface Props {
  link: NavigationLink;
  /** Null shows none. */
  count: string | null;
  /** What the count is of. */
  meaning: string;
}

function WaitingLink({ link: { href, icon: LinkIcon, label }, count, meaning }: Props) {
  return (
    <NavLink to={href} className={classes.link ?? ""} title={meaning || undefined}>
      <LinkIcon size={18} stroke={1.75} aria-hidden />
      <span className={classes.label}>{label}</span>
      {count !== null && (
        <span className={classes.count} data-waiting>
          <span>{count}</span>
          <span className="ad-visually-hidden">{` ${meaning}`}</span>
        </span>
      )}
    </NavLink>
  );
}
