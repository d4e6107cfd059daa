import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { type ListName, QUEUE } from "#contract/orders/queues.ts";
import { useOrderRows } from "#web/features/orders/list/data/use-order-rows.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useCan } from "#web/platform/use-can.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { OrderList } from "./order-list.tsx";
import classes from "./page.module.css";
import { RefundTotals } from "./refund-totals.tsx";
import { SkipToOrders } from "./skip-to-orders.tsx";

/** One of the eleven queues; explains to a role without Order History why there is none. */
export function OrderListPage({ list }: { list: ListName }) {
  const hasHistory = useCan("orders:history");
  return list === "allOrder" && !hasHistory ? <NoHistory /> : <Queue list={list} />;
}

function NoHistory() {
  return (
    <div className={classes.page}>
      <PageHeader title={QUEUE.allOrder.title} />
      <p>
        Order History is not open to your role. Every order is in one of the queues in the side panel; you can also
        start from the{" "}
        <Anchor component={Link} to={PATHS.admin} inherit underline="always">
          dashboard
        </Anchor>
        .
      </p>
    </div>
  );
}

function Queue({ list }: { list: ListName }) {
  const [url, changeUrl] = useListUrl(list);
  const rows = useOrderRows(list, url);
  const hasTotals = useCan("refunds:totals") && list === "refundOrder";
  return (
    <div className={classes.page}>
      <SkipToOrders />
      <PageHeader title={QUEUE[list].title} beside={hasTotals && <RefundTotals />}>
        <RefreshButton onRefresh={rows.refetch} />
      </PageHeader>
      <OrderList list={list} url={url} changeUrl={changeUrl} rows={rows} />
    </div>
  );
}
