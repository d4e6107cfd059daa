import { QUEUE } from "#contract/orders/queues.ts";
import { useOrderRows } from "#web/features/orders/list/data/use-order-rows.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { DashboardTiles } from "./dashboard-tiles.tsx";
import { OrderList } from "./order-list.tsx";
import classes from "./page.module.css";

/** `/admin` and `/admin/`: the tiles, and recent orders below (decision record 0044). */
export function DashboardPage() {
  const [url, changeUrl] = useListUrl("newOrder");
  const rows = useOrderRows("newOrder", url);
  return (
    <div className={classes.page}>
      <DashboardTiles />
      <PageHeader title={QUEUE.newOrder.title} tabTitle="Dashboard">
        <RefreshButton onRefresh={rows.refetch} />
      </PageHeader>
      <OrderList list="newOrder" url={url} changeUrl={changeUrl} rows={rows} />
    </div>
  );
}
