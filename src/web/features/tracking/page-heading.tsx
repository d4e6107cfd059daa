import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** The page's one h1. After a move from another page it takes the focus, so that a screen reader starts there. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirstPage = useLocation().key === "default";

  useEffect(() => {
    if (isFirstPage) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [isFirstPage]);

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
