import { useCallback, useState } from "react";
import { useLocation, useNavigationType } from "react-router";

/** Height in pixels of each page of the history when it was left, by the key of its location. */
const heights = new Map<string, number>();

/**
 * Reserves the height that a page had when the member goes back to it. The scroll position is restored once, when the
 * page is mounted: while its data is being read it would be too short for that.
 * @returns the ref of the page's element, and the height to give it until the page is complete
 */
export function useReservedHeight() {
  const { key } = useLocation();
  const isReturning = useNavigationType() === "POP";
  const [reserved] = useState(() => (isReturning ? heights.get(key) : undefined));
  const measured = useCallback(
    (page: HTMLDivElement) => () => {
      heights.set(key, page.offsetHeight);
    },
    [key],
  );
  return { measured, reserved };
}
