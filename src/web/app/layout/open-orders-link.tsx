import { useLateCountQuery } from "#web/features/orders/list/data/order-rows.api.ts";
import { OPEN_ORDERS_LINK } from "../navigation.ts";
import { CountedLink } from "./counted-link.tsx";

/** Maximum age of the count: orders become late without an event. */
const POLL_MS = 60_000;

/** A link to open work on every page; while orders are late, it leads to these. */
export function OpenOrdersLink() {
  const { data } = useLateCountQuery(undefined, { pollingInterval: POLL_MS, skipPollingIfUnfocused: true });
  const late = data?.data.late ?? 0;
  const { label, href } = OPEN_ORDERS_LINK;
  if (late === 0) return <CountedLink link={OPEN_ORDERS_LINK} count={null} words={label} />;
  const shown = `${late}${data?.data.capped === true ? "+" : ""}`;
  const link = { ...OPEN_ORDERS_LINK, href: `${href}?due=late` };
  return <CountedLink link={link} count={shown} words={`${label}, ${shown} late`} />;
}
