import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Moves the focus to `home` when the focused element inside is removed (a deleted row, one scrolled out of sight),
 * instead of losing it. Spread the result on an element around all that may be removed.
 */
export function useKeptFocus(home: RefObject<HTMLElement | null>) {
  const isInside = useRef(false);
  // Removing the focused element fires no blur; the document's body has the focus then.
  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) home.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: () => {
      isInside.current = true;
    },
    onBlur: () => {
      isInside.current = false;
    },
  };
}
