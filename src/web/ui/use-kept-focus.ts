import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Keeps the focus near when the focused element leaves the page (a deleted row, one scrolled out of sight): it goes
 * to `home` instead of to nowhere. Spread the result on an element around all that may leave.
 */
export function useKeptFocus(home: RefObject<HTMLElement | null>) {
  const isInside = useRef(false);
  // An element that is removed while it has the focus fires no blur; the document's body has the focus then.
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
