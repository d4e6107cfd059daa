import { Skeleton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { QUEUE } from "#contract/orders/queues.ts";
import { useFolderCountsQuery } from "#web/features/orders/list/data/order-rows.api.ts";
import { useOrderRows } from "#web/features/orders/list/data/use-order-rows.ts";
import { DASHBOARD_LISTS } from "#web/features/orders/list/lists.ts";
import { OrderList } from "#web/features/orders/list/order-list.tsx";
import page from "#web/features/orders/list/page.module.css";
import { SkipToOrders } from "#web/features/orders/list/skip-to-orders.tsx";
import { FirstSteps, useFirstSteps } from "#web/features/setup/first-steps.tsx";
import { LIST_PATHS } from "#web/platform/paths.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { STATUS_STYLES, statusColor, statusTint } from "#web/ui/status-style.ts";
import classes from "./dashboard.module.css";
import { WaitingStrip } from "./waiting-strip.tsx";

/** `/admin` and `/admin/`: the first steps of an Admin, the tiles, what waits, and recent orders below (decision record 0044). */
export function DashboardPage() {
  const [url, changeUrl] = useListUrl("newOrder");
  const rows = useOrderRows("newOrder", url);
  const { firstSteps, isPending } = useFirstSteps();
  const [isDrawn, setDrawn] = useState(!isPending);
  if (!isPending && !isDrawn) setDrawn(true);
  if (!isDrawn) return null;
  return (
    <div className={page.page}>
      <SkipToOrders />
      {firstSteps && <FirstSteps {...firstSteps} />}
      <DashboardTiles />
      <WaitingStrip />
      <PageHeader title={QUEUE.newOrder.title} tabTitle="Dashboard">
        <RefreshButton onRefresh={rows.refetch} />
      </PageHeader>
      <OrderList list="newOrder" url={url} changeUrl={changeUrl} rows={rows} />
    </div>
  );
}

/** The five queues of the dashboard with their counts. */
function DashboardTiles() {
  const { data, isError } = useFolderCountsQuery();
  return (
    <nav aria-label="Queues" className={classes.tiles}>
      {DASHBOARD_LISTS.map((list) => {
        const { link, status, count } = QUEUE[list];
        const { icon: TileIcon } = STATUS_STYLES[status];
        return (
          <Link key={list} to={LIST_PATHS[list]} className={classes.tile}>
            <span className={classes.icon} style={{ color: statusColor(status), background: statusTint(status) }}>
              <TileIcon size={20} stroke={1.75} aria-hidden />
            </span>
            <span className={classes.label}>{link}</span>
            <span className={classes.count}>{countOf(data?.data[count], isError)}</span>
          </Link>
        );
      })}
    </nav>
  );
}

function countOf(count: number | undefined, hasFailed: boolean): ReactNode {
  if (count !== undefined) return count.toLocaleString("en-US");
  if (!hasFailed) return <Skeleton height={20} width={48} radius={4} my={4.3} />;
  return (
    <>
      <span aria-hidden>–</span>
      <span className="ad-visually-hidden">not loaded</span>
    </>
  );
}
