import { useEffect, useRef } from "react";
import { announce } from "#web/ui/announcer.tsx";
import { isSearch } from "./order-window.ts";

interface Shown {
  isLoading: boolean;
  total: number;
  search: string;
}

/** Tells assistive technology what a search found; the first sight of a list needs no words. */
export function useListReport({ isLoading, total, search }: Shown): void {
  const reported = useRef(search);
  useEffect(() => {
    if (isLoading || reported.current === search) return;
    reported.current = search;
    const found = total === 1 ? "1 order" : `${total.toLocaleString("en-US")} orders`;
    announce(isSearch(search) ? `${found} found` : `${found} in this list`);
  }, [isLoading, total, search]);
}
