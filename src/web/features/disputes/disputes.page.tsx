import { Skeleton, Stack } from "@mantine/core";
import { IconGavel } from "@tabler/icons-react";
import { DISPUTE_STATES, type DisputeRow, type DisputeState } from "#contract/disputes/disputes.ts";
import { PATHS } from "#web/platform/paths.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { TableFooter } from "#web/ui/order-table/table-footer.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RecordTable } from "#web/ui/record-table.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { RefreshFailed } from "#web/ui/refresh-failed.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { DISPUTE_COLUMNS } from "./dispute-columns.tsx";
import { DisputeCounts } from "./dispute-counts.tsx";
import classes from "./disputes.module.css";
import { PaidWhileDeletedSection } from "./paid-while-deleted.section.tsx";
import { useDisputes } from "./use-disputes.ts";

const TITLE = "Disputes";
const SKELETON_ROWS = [1, 2, 3, 4, 5];
const TAB_WORDS: Record<DisputeState, string> = { open: "Open", closed: "Closed" };

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
          words: TAB_WORDS[each],
          href: each === "open" ? PATHS.disputes : `${PATHS.disputes}?state=${each}`,
          isCurrent: each === state,
        }))}
      />
      <div className={classes.frame}>
        <div className={classes.rows} aria-busy={isFetching}>
          {rows !== undefined && error !== undefined && <RefreshFailed error={error} onRetry={refresh} />}
          {rows !== undefined && <Rows rows={rows} state={state} />}
          {rows === undefined && (hasFailed ? <ErrorState error={error} onRetry={refresh} /> : <Loading />)}
        </div>
        <TableFooter
          page={page}
          size={size}
          hasAll={false}
          view={{ base: (page - 1) * size, count: rows?.length ?? 0 }}
          total={currentData?.total ?? 0}
          isTotalKnown={currentData !== undefined}
          hasFailed={hasFailed}
          onPage={(wanted) => changeUrl({ page: wanted })}
          onSize={(wanted) => changeUrl({ size: wanted })}
        />
      </div>
    </div>
  );
}

function Rows({ rows, state }: { rows: readonly DisputeRow[]; state: DisputeState }) {
  if (rows.length === 0) return <None state={state} />;
  return (
    <RecordTable
      label={`${TAB_WORDS[state]} disputes`}
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
      text="A comment with the chargeback flag opens one on its order."
      icon={<IconGavel size={28} stroke={1.5} aria-hidden />}
    />
  );
}

function Loading() {
  return (
    <>
      <p className="ad-visually-hidden" role="status">
        Loading the disputes
      </p>
      <Stack gap="sm" aria-hidden>
        <Skeleton height={12} radius={4} />
        {SKELETON_ROWS.map((row) => (
          <Skeleton key={row} height={36} />
        ))}
      </Stack>
    </>
  );
}
