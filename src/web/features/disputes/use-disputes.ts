import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { DISPUTE_STATES, type DisputeState } from "#contract/disputes/disputes.ts";
import type { PAGE_SIZES } from "#contract/orders/orders.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { pageCount } from "#web/ui/pagination-pages.ts";
import { useDisputesQuery } from "./disputes.api.ts";

/** Maximum page size: all rows of a page are rendered. */
const MOST: (typeof PAGE_SIZES)[number] = 500;

/** The disputes that the URL asks for: their state, page and size. */
export function useDisputes() {
  const [params] = useSearchParams();
  const state: DisputeState = DISPUTE_STATES.find((each) => each === params.get("state")) ?? "open";
  const [url, changeUrl] = useListUrl();
  const size = url.size === "all" ? MOST : url.size;
  const { data, currentData, error, isFetching, refetch } = useDisputesQuery({ state, page: url.page, limit: size });

  // The last dispute of the last page may have been closed; then show the previous page.
  const pages = currentData && pageCount(currentData.total, size);
  useEffect(() => {
    if (pages !== undefined && url.page > pages) changeUrl({ page: pages });
  }, [url.page, pages, changeUrl]);

  return { state, page: url.page, size, changeUrl, data, currentData, error, isFetching, refetch };
}
