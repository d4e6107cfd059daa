import { type MouseEvent, useCallback, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ListName } from "#contract/orders/queues.ts";
import { originQuery } from "./order-origin.ts";
import { isPlainClick } from "./plain-click.ts";

/**
 * The click handler of a plain link, for rows of a long table: React Router's Link costs ten times as much to draw. A
 * click that asks for a new tab or window stays with the browser. The order's URL keeps the list.
 */
export function useOpenLink(list: ListName): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  // Read at the click: another handler would draw all rows again.
  const from = useRef({ query: "", state });
  useLayoutEffect(() => {
    from.current = { query: originQuery(list, search), state };
  });
  return useCallback(
    (event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void navigate(event.currentTarget.pathname + from.current.query, { state: from.current.state });
    },
    [navigate],
  );
}
