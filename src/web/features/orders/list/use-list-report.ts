import { useEffect, useRef } from "react";
import { countFilters, type OrderFilterText } from "#contract/orders/order-filter.ts";
import { isSearch } from "#web/features/orders/list/data/order-window.ts";
import { announce } from "#web/ui/announcer.tsx";
import { totalText } from "#web/ui/total-text.ts";

interface Shown {
  isLoading: boolean;
  total: number;
  isCapped: boolean;
  search: string;
  filter: OrderFilterText;
}

/** Announces the result of a search or filter to assistive technology; the initial list is not announced. */
export function useListReport({ isLoading, total, isCapped, search, filter }: Shown): void {
  const isPart = isSearch(search) || countFilters(filter) > 0;
  const question = JSON.stringify([search, filter]);
  const reported = useRef(question);
  useEffect(() => {
    if (isLoading || reported.current === question) return;
    reported.current = question;
    const found = total === 1 && !isCapped ? "1 order" : `${totalText(total, isCapped)} orders`;
    announce(isPart ? `${found} found` : `${found} in this list`);
  }, [isLoading, total, isCapped, question, isPart]);
}
