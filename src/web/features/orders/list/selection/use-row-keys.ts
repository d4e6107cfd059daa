import type { KeyboardEvent, RefObject } from "react";
import { takesKeys, useShortcut } from "#web/platform/use-shortcut.ts";

const ROW = "[data-order]";
const OPEN = "a[data-open]";

function rowsIn(frame: HTMLElement): HTMLElement[] {
  return [...frame.querySelectorAll<HTMLElement>(ROW)];
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>(ROW) ?? null;
}

/** The first visible row; rows above it are rendered in advance for scrolling. */
function firstInSight(frame: HTMLElement): HTMLElement | undefined {
  const head = frame.querySelector("thead")?.getBoundingClientRect().bottom ?? 0;
  return rowsIn(frame).find((row) => row.getBoundingClientRect().top >= head - 1);
}

/**
 * Keys that move through a list's orders. The focus is on a row's View link, so Enter opens it and a screen reader
 * announces it. Returns the handler of the arrow keys, which only work inside the list.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  const step = (by: 1 | -1) => {
    const frame = list.current;
    if (frame === null) return;
    const current = focusedRow();
    const rows = rowsIn(frame);
    const next = current === null ? firstInSight(frame) : rows[rows.indexOf(current) + by];
    next?.querySelector<HTMLElement>(OPEN)?.focus();
  };
  useShortcut("nextRow", () => step(1));
  useShortcut("previousRow", () => step(-1));
  useShortcut("openRow", () => focusedRow()?.querySelector<HTMLElement>(OPEN)?.click());
  useShortcut("selectRow", () => focusedRow()?.querySelector<HTMLElement>("input[type=checkbox]")?.click());

  return (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (takesKeys(event.target) || (focusedRow() === null && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    step(by);
  };
}
