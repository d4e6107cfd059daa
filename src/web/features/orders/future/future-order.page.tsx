import { Button } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { Month } from "#contract/dates.ts";
import { QUEUE } from "#contract/orders/queues.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { useMonthUrl } from "#web/platform/use-month-url.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { useFolderCountsQuery, useOrderRowsQuery } from "../list/data/order-rows.api.ts";
import { useOrderRows } from "../list/data/use-order-rows.ts";
import { OrderList } from "../list/order-list.tsx";
import classes from "../list/page.module.css";
import { SkipToOrders } from "../list/skip-to-orders.tsx";
import { MonthTiles } from "./month-tiles.tsx";

const { title } = QUEUE.futureOrder;

/** Future orders by process month: twelve tiles, or the table of one month. */
export function FutureOrderPage() {
  const [month, setMonth] = useMonthUrl();
  if (month === undefined) return <Months onMonth={setMonth} />;
  return <MonthOrders month={month} onBack={() => setMonth(undefined)} />;
}

function Months({ onMonth }: { onMonth: (month: Month) => void }) {
  const { data, error, refetch } = useOrderRowsQuery({
    list: "futureOrder",
    search: "",
    sort: null,
    filter: {},
    start: 0,
    limit: 10,
  });
  const { refetch: refetchCounts } = useFolderCountsQuery();
  const refresh = () => Promise.all([refetch(), refetchCounts()]);
  return (
    <div className={classes.page}>
      <PageHeader title={title}>
        <RefreshButton onRefresh={refresh} />
      </PageHeader>
      {error !== undefined && data === undefined ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <MonthTiles counts={data && (data.months ?? {})} onMonth={onMonth} />
      )}
    </div>
  );
}

function MonthOrders({ month, onBack }: { month: Month; onBack: () => void }) {
  const [url, changeUrl] = useListUrl("futureOrder");
  const rows = useOrderRows("futureOrder", url, month);
  return (
    <div className={classes.page}>
      <SkipToOrders />
      <PageHeader title={title} tabTitle={`${title}, ${month}`} beside={<strong>{month}</strong>}>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onBack}>
          Back
        </Button>
        <RefreshButton onRefresh={rows.refetch} />
      </PageHeader>
      <OrderList list="futureOrder" month={month} url={url} changeUrl={changeUrl} rows={rows} />
    </div>
  );
}
