import { useListUrl } from "#web/platform/use-list-url.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { DashboardTiles } from "./dashboard-tiles.tsx";
import { LIST_SCREENS } from "./lists.ts";
import { OrderList } from "./order-list.tsx";
import classes from "./page.module.css";
import { RefreshButton } from "./refresh-button.tsx";
import { useOrderRows } from "./use-order-rows.ts";

/** `/admin` and `/admin/`: the tiles, and the recent orders beneath (doubt D-16). */
export function DashboardPage() {
  const [{ page, size, sort, search }] = useListUrl();
  const rows = useOrderRows({ list: "newOrder", search, sort }, page, size);
  return (
    <div className={classes.page}>
      <DashboardTiles />
      <PageHeader title={LIST_SCREENS.newOrder.title} tabTitle="Dashboard">
        <RefreshButton onRefresh={rows.refetch} />
      </PageHeader>
      <OrderList list="newOrder" rows={rows} />
    </div>
  );
}
