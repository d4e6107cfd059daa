import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconInboxOff } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { Month } from "#contract/dates.ts";
import { LIST_DEFAULT_SORT, type ListName } from "#contract/order-status.ts";
import { SEARCH_MIN_CHARACTERS } from "#contract/orders.ts";
import { useCan } from "#web/platform/use-can.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { OrderCards } from "#web/ui/order-table/order-cards.tsx";
import { OrderTable } from "#web/ui/order-table/order-table.tsx";
import { TableFooter } from "#web/ui/order-table/table-footer.tsx";
import { pageCount } from "#web/ui/pagination-pages.ts";
import { SearchBox } from "#web/ui/search-box.tsx";
import { RefreshFailed } from "../detail/refresh-failed.tsx";
import { toSelected } from "../order.slice.ts";
import { BATCH_SIZE } from "./batches.ts";
import { BulkProgress } from "./bulk-progress.tsx";
import { BulkResults } from "./bulk-results.tsx";
import { ButtonArea } from "./button-area.tsx";
import { ExportButton } from "./export-button.tsx";
import { LIST_SCREENS } from "./lists.ts";
import classes from "./order-list.module.css";
import { isSearch } from "./order-window.ts";
import { RowActions } from "./row-actions.tsx";
import { shownSort, urlSort } from "./shown-sort.ts";
import { useAllSelected } from "./use-all-selected.ts";
import { useListReport } from "./use-list-report.ts";
import { useOrderActions } from "./use-order-actions.ts";
import type { OrderRowsView } from "./use-order-rows.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useSelection } from "./use-selection.ts";

const NOTHING = { base: 0, count: 0 };
const PHONE = "(max-width: 767px)";

interface Props {
  list: ListName;
  month?: Month;
  rows: OrderRowsView;
}

/** A queue's table with all that stands around it: search, buttons, selection, pages. */
export function OrderList({ list, month, rows }: Props) {
  const [url, changeUrl] = useListUrl();
  const screen = LIST_SCREENS[list];
  const selection = useSelection(month === undefined ? list : `${list} ${month}`);
  const actions = useOrderActions(list, selection.unselect);
  const allSelected = useAllSelected({ list, month, url, rows, selection });
  const canExport = useCan("orders:export");
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches, { getInitialValueInEffect: false });
  const { total, isCapped, view, isLoading, error } = rows;
  const frame = useRef<HTMLDivElement>(null);
  const moveRow = useRowKeys(frame);
  useListReport({ isLoading, total, isCapped, search: url.search });

  // The last order of the last page may have left the queue; the page before is then the last one.
  const pages = url.size === "all" ? 1 : pageCount(total, url.size, isCapped);
  useEffect(() => {
    if (!isLoading && error === undefined && url.page > pages) changeUrl({ page: pages });
  }, [isLoading, error, url.page, pages, changeUrl]);

  const cover = instead(rows);
  const hasDelete = actions.kind !== "none" && list !== "refundOrder";
  const Table = isPhone ? OrderCards : OrderTable;
  return (
    <div className={classes.list}>
      <div className={classes.toolbar}>
        <SearchBox
          label={`Search ${screen.title}`}
          placeholder="Search id, name, email, phone, passport"
          value={url.search}
          onSearch={(search) => changeUrl({ search })}
          hint={
            url.search !== "" && !isSearch(url.search)
              ? `Type at least ${SEARCH_MIN_CHARACTERS} characters to search.`
              : undefined
          }
        />
        <div className={classes.selection} aria-live="polite">
          {allSelected.progress !== null && (
            <span className="ad-numbers">
              Selecting {allSelected.progress.done.toLocaleString("en-US")} of{" "}
              {allSelected.progress.all.toLocaleString("en-US")}
            </span>
          )}
          {selection.selected.length > 0 && (
            <>
              <strong className="ad-numbers">{selection.selected.length.toLocaleString("en-US")} selected</strong>
              <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
                Clear
              </Button>
            </>
          )}
        </div>
        <ButtonArea list={list} selected={selection.selected} actions={actions}>
          {canExport && <ExportButton list={list} month={month} url={url} isEmpty={!isLoading && total === 0} />}
        </ButtonArea>
      </div>
      {rows.error !== undefined && rows.hasRows && <RefreshFailed error={rows.error} onRetry={rows.refetch} />}
      {actions.progress !== null && actions.progress.all > BATCH_SIZE && (
        <BulkProgress progress={actions.progress} onStop={actions.stop} />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows go on from a row's own link, which has the focus */}
      <div className={classes.frame} ref={frame} onKeyDown={moveRow}>
        <Table
          title={screen.title}
          columns={screen.columns}
          idLabel={screen.idLabel}
          rows={rows}
          isBusy={rows.isFetching}
          sort={shownSort(url.sort, LIST_DEFAULT_SORT[list], screen.columns)}
          onSort={(sort) => changeUrl({ sort: urlSort(sort, LIST_DEFAULT_SORT[list]) })}
          selectedIds={selection.ids}
          onSelect={selection.select}
          allSelected={allSelected}
          actions={(row) => (
            <RowActions row={row} onDelete={hasDelete ? () => actions.remove([toSelected(row)]) : undefined} />
          )}
          instead={cover}
        />
        <TableFooter
          page={url.page}
          size={url.size}
          view={cover === null ? view : NOTHING}
          isTotalKnown={rows.isTotalKnown || cover !== null}
          hasFailed={error !== undefined && !rows.hasRows}
          total={cover === null ? total : 0}
          more={cover === null && isCapped ? { isCounting: rows.isCounting, onCount: rows.countExactly } : undefined}
          onPage={(page) => changeUrl({ page })}
          onSize={(size) => changeUrl({ size })}
        />
      </div>
      <BulkResults title="Not changed" failed={actions.refused} onClose={actions.closeRefused} />
    </div>
  );
}

/** What stands in the table when it has no rows to show. */
function instead({ error, isLoading, total, hasRows, refetch }: OrderRowsView) {
  if (error !== undefined && !hasRows) return <ErrorState error={error} onRetry={refetch} />;
  if (!isLoading && total === 0) return <EmptyState icon={<IconInboxOff size={28} stroke={1.5} aria-hidden />} />;
  return null;
}
