import { Anchor, Skeleton } from "@mantine/core";
import { IconGavel } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link, useSearchParams } from "react-router";
import {
  DISPUTE_STATES,
  type DisputeRow,
  type DisputeState,
  DUE_SOON_DAYS,
  PAID_WHILE_DELETED_LISTED,
  type PaidWhileDeleted,
} from "#contract/disputes/disputes.ts";
import type { PAGE_SIZES } from "#contract/orders/orders.ts";
import { PATHS, viewOrderHref } from "#web/platform/paths.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Instant } from "#web/ui/instant.tsx";
import { Unloaded } from "#web/ui/loading.tsx";
import { TableFooter } from "#web/ui/order-table/table-footer.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { pageCount } from "#web/ui/pagination-pages.ts";
import { RecordTable } from "#web/ui/record-table.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { RefreshFailed } from "#web/ui/refresh-failed.tsx";
import { Section } from "#web/ui/section.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { RowsSkeleton } from "#web/ui/text-skeleton.tsx";
import { DISPUTE_COLUMNS } from "./dispute-columns.tsx";
import { amountText } from "./dispute-text.ts";
import { useDisputesQuery } from "./disputes.api.ts";
import classes from "./disputes.module.css";

const TITLE = "Disputes";
const TAB_LABELS: Record<DisputeState, string> = { open: "Open", closed: "Closed" };

/** `/admin/disputes`: open disputes by due date, and closed ones. */
export function DisputesPage() {
  const { state, page, size, changeUrl, data, currentData, error, isFetching, refetch } = useDisputes();
  const rows = currentData?.data;
  const hasFailed = rows === undefined && error !== undefined && !isFetching;
  const refresh = async () => {
    await refetch();
  };
  return (
    <div className={classes.page}>
      <PageHeader title={TITLE}>
        <RefreshButton onRefresh={refresh} />
      </PageHeader>
      <DisputeCounts counts={data} hasFailed={hasFailed} />
      <PaidWhileDeletedSection orders={data?.paid_while_deleted ?? []} />
      <TabLinks
        label="Which disputes"
        tabs={DISPUTE_STATES.map((each) => ({
          words: TAB_LABELS[each],
          href: each === "open" ? PATHS.disputes : `${PATHS.disputes}?state=${each}`,
          isCurrent: each === state,
        }))}
      />
      <div className={classes.frame}>
        <div className={classes.rows} aria-busy={isFetching}>
          {rows !== undefined && error !== undefined && <RefreshFailed error={error} onRetry={refresh} />}
          {rows !== undefined && <Rows rows={rows} state={state} />}
          {rows === undefined && (
            <Unloaded words="Loading the disputes" error={hasFailed ? error : undefined} onRetry={refresh}>
              <RowsSkeleton rows={5} height={36} />
            </Unloaded>
          )}
        </div>
        <TableFooter
          page={page}
          size={size}
          hasAll={false}
          view={{ base: (page - 1) * size, count: rows?.length ?? 0 }}
          total={currentData?.total ?? 0}
          isTotalKnown={currentData !== undefined}
          hasFailed={hasFailed}
          onPage={(page) => changeUrl({ page })}
          onSize={(size) => changeUrl({ size })}
        />
      </div>
    </div>
  );
}

function Rows({ rows, state }: { rows: readonly DisputeRow[]; state: DisputeState }) {
  if (rows.length === 0) return <None state={state} />;
  return (
    <RecordTable
      label={`${TAB_LABELS[state]} disputes`}
      columns={DISPUTE_COLUMNS[state]}
      rows={rows}
      rowKey={({ id }) => id}
      limit={rows.length}
    />
  );
}

function None({ state }: { state: DisputeState }) {
  return (
    <EmptyState
      title={state === "open" ? "No open dispute" : "No closed dispute"}
      text={
        state === "open"
          ? "“Open a dispute” on an order opens one, and so does a comment with the chargeback flag."
          : "Disputes come here with their outcome when they are closed."
      }
      icon={<IconGavel size={28} stroke={1.5} aria-hidden />}
    />
  );
}

interface Counts {
  open: number;
  due_soon: number;
  overdue: number;
}

/** How many are open and how urgent they are; a skeleton, or a dash when they could not be read. */
function DisputeCounts({ counts, hasFailed }: { counts: Counts | undefined; hasFailed: boolean }) {
  const tiles = [
    { label: "Open", count: counts?.open },
    // Overdue disputes have a tile of their own.
    { label: `Due within ${DUE_SOON_DAYS} days`, count: counts && counts.due_soon - counts.overdue },
    { label: "Overdue", count: counts?.overdue },
  ];
  return (
    <dl className={classes.counts}>
      {tiles.map(({ label, count }) => (
        <div key={label} className={classes.count} data-tone={label === "Overdue" && count ? "overdue" : "calm"}>
          <dt>{label}</dt>
          <dd>
            {count === undefined ? hasFailed ? "–" : <Skeleton height={20} width={40} radius={4} /> : number(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

/** Maximum page size: all rows of a page are rendered. */
const MAX_PAGE_SIZE: (typeof PAGE_SIZES)[number] = 500;

/** The disputes that the URL asks for: their state, page and size. */
function useDisputes() {
  const [params] = useSearchParams();
  const state: DisputeState = DISPUTE_STATES.find((each) => each === params.get("state")) ?? "open";
  const [url, changeUrl] = useListUrl();
  const size = url.size === "all" ? MAX_PAGE_SIZE : url.size;
  const { data, currentData, error, isFetching, refetch } = useDisputesQuery({ state, page: url.page, limit: size });

  // The last dispute of the last page may have been closed; then show the previous page.
  const pages = currentData && pageCount(currentData.total, size);
  useEffect(() => {
    if (pages !== undefined && url.page > pages) changeUrl({ page: pages });
  }, [url.page, pages, changeUrl]);

  return { state, page: url.page, size, changeUrl, data, currentData, error, isFetching, refetch };
}

/** Payments for deleted orders, which no queue shows; hidden when there are none. */
function PaidWhileDeletedSection({ orders }: { orders: readonly PaidWhileDeleted[] }) {
  if (orders.length === 0) return null;
  return (
    <Section title="Payments for deleted orders">
      <p>Each order was paid after it was deleted: restore it to work on it, or move it to Refunds.</p>
      <RecordTable
        label="Payments for deleted orders"
        columns={[
          { header: "Order", cell: orderCell },
          { header: "Paid (UTC)", cell: ({ at }) => <Instant at={at} /> },
          { header: "Customer", cell: ({ full_name }) => <bdi>{full_name ?? "-"}</bdi> },
          { header: "Amount", cell: (order) => amountText(order) ?? "-" },
          { header: "Transaction ID", isLong: true, cell: ({ transaction_id }) => transaction_id ?? "-" },
        ]}
        rows={orders}
        rowKey={({ order_id }) => order_id}
        limit={PAID_WHILE_DELETED_LISTED}
      />
    </Section>
  );
}

function orderCell({ order_id }: PaidWhileDeleted) {
  return (
    <Anchor component={Link} to={viewOrderHref(order_id)} inherit className={classes.order ?? ""}>
      {`Order ${order_id}`}
    </Anchor>
  );
}
