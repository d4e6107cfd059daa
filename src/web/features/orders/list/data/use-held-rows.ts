import { useEffect, useRef, useState } from "react";
import type { OrderRowsView } from "./order-rows-view.ts";

/** The rows of the previous question stay for this long while the next ones load: most answers come sooner. */
const HOLD_MS = 150;

/**
 * Keeps the rows of a list on the screen for a moment while its next page, sort or search loads: drawing placeholders
 * for a few hundredths of a second costs as much as drawing the rows.
 * @param list identifies the list; the rows of another one are never kept
 * @param question identifies what is being loaded
 */
export function useHeldRows(rows: OrderRowsView, list: string, question: string): OrderRowsView {
  const last = useRef<{ list: string; rows: OrderRowsView }>(undefined);
  const [lateQuestion, setLateQuestion] = useState<string>();
  const { isLoading } = rows;
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setLateQuestion(question), HOLD_MS);
    return () => clearTimeout(timer);
  }, [isLoading, question]);
  useEffect(() => {
    if (!isLoading) last.current = { list, rows };
  });
  if (!isLoading || lateQuestion === question || last.current?.list !== list) return rows;
  const { view, total, isTotalKnown, isCapped, rowAt, hasRows } = last.current.rows;
  return { ...rows, view, total, isTotalKnown, isCapped, rowAt, hasRows };
}
