import { useEffect } from "react";
import { useSearchParams } from "react-router";
import type { PAGE_SIZES } from "#contract/orders/orders.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { pageCount } from "#web/ui/pagination-pages.ts";
import { useAuditLogQuery, useOtherAddressMailsQuery, useViewLogQuery } from "./audit.api.ts";
import { readFilter, readTab, toQuery } from "./security-url.ts";

/** Maximum page size: all rows of a page are rendered. */
const MOST: (typeof PAGE_SIZES)[number] = 500;

/** The list that the URL asks for: its tab, filter, page and size. */
export function useSecurityList() {
  const [params] = useSearchParams();
  const [url, changeUrl] = useListUrl();
  const tab = readTab(params);
  const filter = readFilter(params);
  const size = url.size === "all" ? MOST : url.size;
  const query = { ...toQuery(filter, tab), page: url.page, limit: size };
  const lists = {
    log: useAuditLogQuery(query, { skip: tab !== "log" }),
    views: useViewLogQuery(query, { skip: tab !== "views" }),
    mails: useOtherAddressMailsQuery(query, { skip: tab !== "mails" }),
  };
  const list = lists[tab];

  // A bookmarked page may be past the end.
  const pages = list.currentData && pageCount(list.currentData.total, size);
  useEffect(() => {
    if (pages !== undefined && url.page > pages) changeUrl({ page: pages });
  }, [url.page, pages, changeUrl]);

  return { tab, filter, page: url.page, size, changeUrl, lists, list };
}
