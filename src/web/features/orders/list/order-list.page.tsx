import type { ListName } from "#contract/order-status.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { LIST_SCREENS } from "./lists.ts";
import { OrderList } from "./order-list.tsx";
import classes from "./page.module.css";
import { RefreshButton } from "./refresh-button.tsx";
import { useOrderRows } from "./use-order-rows.ts";

/** One of the eleven queues. */
export function OrderListPage({ list }: { list: ListName }) {
  const [{ page, size, sort, search }] = useListUrl();
  const rows = useOrderRows({ list, search, sort }, page, size);
  return (
    <div className={classes.page}>
      <PageHeader title={LIST_SCREENS[list].title}>
        <RefreshButton onRefresh={rows.refetch} />
      </PageHeader>
      <OrderList list={list} rows={rows} />
    </div>
  );
}
