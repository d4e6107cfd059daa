import { type ReactNode, useEffect } from "react";
import type { PAGE_SIZES } from "#contract/orders/orders.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { Unloaded } from "./loading.tsx";
import { TableFooter } from "./order-table/table-footer.tsx";
import { pageCount } from "./pagination-pages.ts";
import classes from "./record-list.module.css";
import { RefreshFailed } from "./refresh-failed.tsx";

/** Maximum page size: all rows of a page are rendered. */
const MAX_PAGE_SIZE: (typeof PAGE_SIZES)[number] = 500;

/** The page of records that the URL asks for. */
export function useRecordPage() {
  const [{ page, size }, changeUrl] = useListUrl();
  return { page, limit: size === "all" ? MAX_PAGE_SIZE : size, changeUrl };
}

interface Props {
  place: ReturnType<typeof useRecordPage>;
  read: {
    currentData?: { data: readonly unknown[]; total: number; total_capped?: boolean | undefined } | undefined;
    error?: unknown;
    isFetching: boolean;
    refetch: () => void;
  };
  /** What assistive technology is told while they are loaded, and their placeholder. */
  loading: string;
  skeleton: ReactNode;
  /** The rows of the page. */
  children: ReactNode;
  className?: string | undefined;
}

/** Records of a list of any length, page by page. */
export function RecordList({ place, read, loading, skeleton, children, className = "" }: Props) {
  const { page, limit, changeUrl } = place;
  const { currentData, error, isFetching, refetch } = read;
  const hasFailed = currentData === undefined && error !== undefined && !isFetching;

  // A bookmarked page may be past the end, and the last record of the last page may have left the list.
  const pages = currentData && pageCount(currentData.total, limit);
  useEffect(() => {
    if (pages !== undefined && page > pages) changeUrl({ page: pages });
  }, [page, pages, changeUrl]);

  return (
    <div className={classes.frame}>
      <div className={`${classes.rows} ${className}`} aria-busy={isFetching}>
        {currentData !== undefined && error !== undefined && <RefreshFailed error={error} onRetry={refetch} />}
        {currentData !== undefined && children}
        {currentData === undefined && (
          <Unloaded label={loading} error={hasFailed ? error : undefined} onRetry={refetch}>
            {skeleton}
          </Unloaded>
        )}
      </div>
      <TableFooter
        page={page}
        size={limit}
        hasAll={false}
        view={{ base: (page - 1) * limit, count: currentData?.data.length ?? 0 }}
        total={currentData?.total ?? 0}
        isTotalKnown={currentData !== undefined}
        isCapped={currentData?.total_capped === true}
        hasFailed={hasFailed}
        onPage={(page) => changeUrl({ page })}
        onSize={(size) => changeUrl({ size })}
      />
    </div>
  );
}
