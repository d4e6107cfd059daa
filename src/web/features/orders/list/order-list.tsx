import { Button, Group, Skeleton } from "@mantine/core";
import { useCallbackRef, useMediaQuery } from "@mantine/hooks";
import { IconInboxOff } from "@tabler/icons-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Month } from "#contract/dates.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { countFilters, type DueFilter, type OrderFilterText } from "#contract/orders/order-filter.ts";
import { type OrderRow, SEARCH_MIN_CHARACTERS } from "#contract/orders/orders.ts";
import { type ListName, QUEUE, statusesOf } from "#contract/orders/queues.ts";
import { ClaimHolder } from "#web/features/claims/claim-holder.tsx";
import { ClaimMark } from "#web/features/claims/claim-mark.tsx";
import { TakeNextButton, takeNextList } from "#web/features/claims/take-next-button.tsx";
import { useViewId } from "#web/features/order-views/use-view-id.ts";
import type { ViewTask } from "#web/features/order-views/view-state.ts";
import { BATCH_SIZE } from "#web/features/orders/list/bulk/batches.ts";
import { BulkButtons } from "#web/features/orders/list/bulk/bulk-buttons.tsx";
import { BulkProgress } from "#web/features/orders/list/bulk/bulk-progress.tsx";
import { BulkResults } from "#web/features/orders/list/bulk/bulk-results.tsx";
import { useOrderActions } from "#web/features/orders/list/bulk/use-order-actions.ts";
import { useListColumns } from "#web/features/orders/list/columns/use-list-columns.ts";
import type { OrderRowsView } from "#web/features/orders/list/data/order-rows-view.ts";
import { isSearch } from "#web/features/orders/list/data/order-window.ts";
import { useAllSelected } from "#web/features/orders/list/selection/use-all-selected.ts";
import { useRowClicks } from "#web/features/orders/list/selection/use-row-clicks.ts";
import { useRowKeys } from "#web/features/orders/list/selection/use-row-keys.ts";
import { useSelectRow } from "#web/features/orders/list/selection/use-select-row.ts";
import { useSelection } from "#web/features/orders/list/selection/use-selection.ts";
import type { ListUrl } from "#web/platform/list-url.ts";
import { useCan } from "#web/platform/use-can.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { OrderCards } from "#web/ui/order-table/order-cards.tsx";
import { OrderTable } from "#web/ui/order-table/order-table.tsx";
import { TableFooter } from "#web/ui/order-table/table-footer.tsx";
import { pageCount } from "#web/ui/pagination-pages.ts";
import { PrintHead } from "#web/ui/print-head.tsx";
import { RefreshFailed } from "#web/ui/refresh-failed.tsx";
import { SearchBox } from "#web/ui/search-box.tsx";
import { FilterButton } from "../filters/filter-button.tsx";
import { shownFilters, withoutShown } from "../filters/shown-filters.ts";
import { toSelected } from "../order.slice.ts";
import { whyEmpty } from "./empty-words.ts";
import { ListOptions } from "./list-options.tsx";
import classes from "./order-list.module.css";
import { useListReport } from "./use-list-report.ts";
import { useWhenAnswered } from "./use-when-answered.ts";
import { ViewsButton } from "./views-button.tsx";

const loadChips = async () => (await import("../filters/filter-chips.tsx")).FilterChips;
const loadOpenView = async () => (await import("./list-views.tsx")).ListOpenView;
const loadViewDialog = async () => (await import("./list-views.tsx")).ListViewDialog;
const NOTHING = { base: 0, count: 0 };
/** Screen only: paper is about as narrow. */
const PHONE = "screen and (max-width: 767px)";

interface Props {
  list: ListName;
  month?: Month;
  url: ListUrl;
  changeUrl: (wanted: Partial<ListUrl>) => void;
  rows: OrderRowsView;
}

/** A queue's table with its search, buttons, selection and pages. */
export function OrderList({ list, month, url, changeUrl, rows }: Props) {
  const whenAnswered = useWhenAnswered();
  const change = useCallbackRef((wanted: Partial<ListUrl>) => {
    whenAnswered(rows.readAhead(wanted), () => changeUrl(wanted));
  });
  const statuses = useMemo(() => statusesOf(list), [list]);
  const { title } = QUEUE[list];
  const selection = useSelection(month === undefined ? list : `${list} ${month}`);
  const actions = useOrderActions(list, selection.unselect, (id) => nameIn(rows, id));
  const allSelected = useAllSelected({ list, month, url, rows, selection });
  const selectRow = useSelectRow({ ...allSelected, rows, selection });
  const canExport = useCan("orders:export");
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches, { getInitialValueInEffect: false });
  const { total, isCapped, isLoading, error } = rows;
  const frame = useRef<HTMLDivElement>(null);
  const moveRow = useRowKeys(frame);
  const rowClicks = useRowClicks();
  const move = useCallbackRef(actions.move);
  const remove = useCallbackRef(actions.remove);
  const refund = useCallbackRef(actions.refund);
  const onDelete = useCallbackRef((row: OrderRow) => void actions.remove([toSelected(row)]));
  useListReport({ isLoading, total, isCapped, search: url.search, filter: url.filter });

  const setFilter = useCallback((filter: OrderFilterText) => change({ filter }), [change]);
  // The last order of the last page may have left the queue; then show the previous page.
  const pages = url.size === "all" ? 1 : pageCount(total, url.size, isCapped);
  useEffect(() => {
    if (!isLoading && error === undefined && url.page > pages) changeUrl({ page: pages });
  }, [isLoading, error, url.page, pages, changeUrl]);

  const filterButton = useRef<HTMLButtonElement>(null);
  const focusFilter = () => filterButton.current?.focus();
  const chips = shownFilters(list, url.filter);
  const clearFilters = () => {
    focusFilter();
    setFilter(withoutShown(list, url.filter));
  };

  const [viewId] = useViewId();
  const [viewTask, setViewTask] = useState<ViewTask>(null);
  const [hasViewDialog, setHasViewDialog] = useState(false);
  if (viewTask !== null && !hasViewDialog) setHasViewDialog(true);
  const next = takeNextList(list);
  const isSelecting = selection.selected.length > 0 || allSelected.progress !== null;
  const emptyState = emptyStateOf(list, rows, url, {
    ...(chips.length > 0 && { "Clear filters": clearFilters }),
    ...(isSearch(url.search) && { "Clear the search": () => change({ search: "" }) }),
  });
  const hasDelete = actions.kind !== "none" && list !== "refundOrder";
  const columns = useListColumns(list, rows.layout, url.sort, change);
  const Table = isPhone ? OrderCards : OrderTable;
  return (
    <div className={classes.list}>
      <div className={classes.toolbar} data-screen-only>
        {list !== "futureOrder" && <ViewsButton list={list} onTask={setViewTask} />}
        <SearchBox
          label={`Search ${title}`}
          placeholder="Search id, name, email, phone, passport"
          value={url.search}
          onSearch={(search) => change({ search })}
          hint={
            url.search !== "" && !isSearch(url.search)
              ? `Type at least ${SEARCH_MIN_CHARACTERS} characters to search.`
              : undefined
          }
        />
        <FilterButton list={list} filter={url.filter} onChange={setFilter} ref={filterButton} />
        {/* What is selected takes the place of what concerns the whole list. */}
        <div className={classes.selection} aria-live="polite">
          {allSelected.progress !== null && (
            <span className="ad-numbers">
              {`Selecting ${allSelected.progress.done.toLocaleString("en-US")} of ${allSelected.progress.all.toLocaleString("en-US")}`}
            </span>
          )}
          {selection.selected.length > 0 && (
            <>
              <strong className="ad-numbers">{`${selection.selected.length.toLocaleString("en-US")} selected`}</strong>
              <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
                Clear
              </Button>
            </>
          )}
        </div>
        <div className={classes.tools} hidden={isSelecting}>
          <ListOptions
            list={list}
            month={month}
            search={url.search}
            sort={url.sort}
            filter={url.filter}
            canExport={canExport}
            isEmpty={!isLoading && total === 0}
          />
          {next !== undefined && <TakeNextButton list={next} variant="filled" />}
        </div>
        {(isSelecting || list === "refundOrder") && (
          <div className={`${classes.tools} ${classes.bulk}`}>
            <BulkButtons
              list={list}
              selected={selection.selected}
              kind={actions.kind}
              isPending={actions.isPending}
              onMove={move}
              onRemove={remove}
              onRefund={refund}
            />
          </div>
        )}
      </div>
      <PrintHead />
      {url.search !== "" && <p data-print-only>{`Search: ${url.search}`}</p>}
      {(viewId !== null || chips.length > 0) && (
        <div className={classes.band}>
          {chips.length > 0 && (
            <LoadedPart
              load={loadChips}
              props={{ list, filter: url.filter, onChange: setFilter, onLeave: focusFilter }}
              skeleton={<Skeleton height={30} />}
            />
          )}
          {viewId !== null && list !== "futureOrder" && (
            <LoadedPart load={loadOpenView} props={{ list, onTask: setViewTask }} skeleton={null} />
          )}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and clicks of its rows, whose links do the same */}
      <div className={classes.frame} ref={frame} onKeyDown={moveRow} {...rowClicks}>
        <Table
          list={list}
          title={title}
          {...columns}
          mark={ClaimMark}
          assignee={ClaimHolder}
          statuses={statuses}
          rows={rows}
          isBusy={rows.isFetching}
          selectedIds={selection.ids}
          onSelect={selectRow}
          allSelected={allSelected.checkbox}
          onDelete={hasDelete ? onDelete : undefined}
          instead={emptyState}
        />
        <TableFooter
          page={url.page}
          size={url.size}
          view={emptyState === null ? rows.view : NOTHING}
          isTotalKnown={rows.isTotalKnown || emptyState !== null}
          hasFailed={error !== undefined && !rows.hasRows}
          total={emptyState === null ? total : 0}
          more={
            emptyState === null && isCapped ? { isCounting: rows.isCounting, onCount: rows.countExactly } : undefined
          }
          newcomers={{ count: rows.newcomers, onShow: () => void rows.refetch() }}
          onPage={(page) => change({ page })}
          onSize={(size) => change({ size })}
        />
      </div>
      {/* Below the rows and in sight: a notice that came above them would move them under the pointer. */}
      <div className={classes.notices}>
        {rows.error !== undefined && rows.hasRows && <RefreshFailed error={rows.error} onRetry={rows.refetch} />}
        {actions.progress !== null && actions.progress.all > BATCH_SIZE && (
          <BulkProgress progress={actions.progress} onStop={actions.stop} />
        )}
      </div>
      {hasViewDialog && (
        <LoadedPart load={loadViewDialog} props={{ list, task: viewTask, onTask: setViewTask }} skeleton={null} />
      )}
      <BulkResults
        title="Not changed"
        failed={actions.refused}
        onClose={actions.closeRefused}
        onOverride={actions.override}
      />
    </div>
  );
}

/** The customer's name of a listed order, for the confirmation question. */
function nameIn({ view, rowAt }: OrderRowsView, id: number): string | null | undefined {
  for (let index = 0; index < view.count; index += 1) {
    const row = rowAt(index);
    if (row?.order_id === id) return row.full_name;
  }
  return undefined;
}

const NONE_DUE: Record<DueFilter, string> = { late: ORDER_MESSAGES.noneLate, soon: ORDER_MESSAGES.noneSoon };

/** Shown in the table when it has no rows. */
function emptyStateOf(
  list: ListName,
  { error, isLoading, total, hasRows, refetch }: OrderRowsView,
  { search, filter }: ListUrl,
  clearing: Record<string, () => void>,
) {
  if (error !== undefined && !hasRows) return <ErrorState error={error} onRetry={refetch} />;
  if (!isLoading && total === 0) {
    const icon = <IconInboxOff size={28} stroke={1.5} aria-hidden />;
    const isNoneDue = filter.due !== undefined && countFilters(filter) === 1 && !isSearch(search);
    const words = isNoneDue
      ? { title: NONE_DUE[filter.due as DueFilter], text: null }
      : { hint: whyEmpty(list, search, filter) };
    return (
      <EmptyState icon={icon} {...words}>
        <Group gap="xs" mt="xs" justify="center">
          {Object.entries(clearing).map(([label, clear]) => (
            <Button key={label} variant="default" onClick={clear}>
              {label}
            </Button>
          ))}
        </Group>
      </EmptyState>
    );
  }
  return null;
}
