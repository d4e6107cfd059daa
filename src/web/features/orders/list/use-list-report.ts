import { useEffect, useRef } from "react";
import { announce } from "#web/ui/announcer.tsx";
import { totalText } from "#web/ui/total-text.ts";
import { isSearch } from "./order-window.ts";

interface Shown {
  isLoading: boolean;
  total: number;
  isCapped: boolean;
  search: string;
}

/** Tells assistive technology what a search found; the first sight of a list needs no words. */
export function useListReport({ isLoading, total, isCapped, search }: Shown): void {
  const reported = useRef(search);
  useEffect(() => {
    if (isLoading || reported.current === search) return;
    reported.current = search;
    const found = total === 1 && !isCapped ? "1 order" : `${totalText(total, isCapped)} orders`;
    announce(isSearch(search) ? `${found} found` : `${found} in this list`);
  }, [isLoading, total, isCapped, search]);
}
