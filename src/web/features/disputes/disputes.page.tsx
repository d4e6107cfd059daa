import { Anchor, Skeleton, Stack } from "@mantine/core";
import { IconGavel } from "@tabler/icons-react";
import { Link, useSearchParams } from "react-router";
import {
  DISPUTE_STATES,
  type DisputeRow,
  type DisputeState,
  DUE_SOON_DAYS,
  PAID_WHILE_DELETED_LISTED,
  type PaidWhileDeleted,
} from "#contract/disputes/disputes.ts";
import { PATHS, viewOrderHref } from "#web/platform/paths.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Instant } from "#web/ui/instant.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RecordList, useRecordPage } from "#web/ui/record-list.tsx";
import { RecordTable } from "#web/ui/record-table.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
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
  const [params] = useSearchParams();
  const state: DisputeState = DISPUTE_STATES.find((each) => each === params.get("state")) ?? "open";
  const place = useRecordPage();
  const read = useDisputesQuery({ state, page: place.page, limit: place.limit });
  const { data, currentData, error, isFetching, refetch } = read;
  const hasFailed = currentData === undefined && error !== undefined && !isFetching;
  return (
    <Stack gap="md">
      <PageHeader title={TITLE}>
        <RefreshButton onRefresh={refetch} />
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
      <RecordList
        place={place}
        read={read}
        loading="Loading the disputes"
        skeleton={<RowsSkeleton rows={5} height={36} />}
      >
        <Rows rows={currentData?.data ?? []} state={state} />
      </RecordList>
    </Stack>
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
