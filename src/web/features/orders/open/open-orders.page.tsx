import { Button } from "@mantine/core";
import { Link, useLocation } from "react-router";
import { countFilters, type DueFilter, FILTERS_MAX, type OrderFilterText } from "#contract/orders/order-filter.ts";
import { QUEUE } from "#contract/orders/queues.ts";
import { withListChange } from "#web/platform/list-url.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useCan } from "#web/platform/use-can.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { useOrderRows } from "../list/data/use-order-rows.ts";
import { OrderList } from "../list/order-list.tsx";
import page from "../list/page.module.css";
import { SkipToOrders } from "../list/skip-to-orders.tsx";
import classes from "./open-orders.module.css";

const FILTERS: readonly { due: DueFilter | undefined; label: string }[] = [
  { due: undefined, label: "All" },
  { due: "late", label: "Late" },
  { due: "soon", label: "Due soon" },
];

/** Everything that somebody has to do something about, first what is due first. */
export function OpenOrdersPage() {
  const [url, changeUrl] = useListUrl("openOrder");
  const rows = useOrderRows("openOrder", url);
  const hasSettings = useCan("service:settings");
  return (
    <div className={page.page}>
      <SkipToOrders />
      <PageHeader title={QUEUE.openOrder.title}>
        {hasSettings && (
          <Button component={Link} to={PATHS.serviceSettings} variant="default">
            Due times
          </Button>
        )}
        <RefreshButton onRefresh={rows.refetch} />
      </PageHeader>
      <DueLinks filter={url.filter} />
      <OrderList list="openOrder" url={url} changeUrl={changeUrl} rows={rows} />
    </div>
  );
}

/** Links, so that each part has an address and a history entry. They keep sort, size, search and the other filters. */
function DueLinks({ filter }: { filter: OrderFilterText }) {
  const { search, state } = useLocation();
  // One filter more than six would be ignored.
  const isFull = countFilters({ ...filter, due: undefined }) >= FILTERS_MAX;
  const to = (due: DueFilter | undefined) => {
    return `?${withListChange(new URLSearchParams(search), { filter: { ...filter, due } })}`;
  };
  return (
    <nav aria-label="Due" className={classes.filters} data-screen-only>
      {FILTERS.filter(({ due }) => due === undefined || !isFull).map(({ due, label }) => (
        <Link key={label} to={to(due)} state={state} aria-current={due === filter.due ? "true" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
