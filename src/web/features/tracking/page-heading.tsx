import { type ReactNode, useEffect, useRef } from "react";
import { useVisitor } from "./visitor-context.tsx";

/** The page's h1. After navigation it takes the focus, so that a screen reader starts there. */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFirstPage = useVisitor().first !== null;

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
