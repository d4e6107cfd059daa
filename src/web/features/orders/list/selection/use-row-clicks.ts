import type { MouseEvent } from "react";
import { isPlainClick } from "#web/platform/plain-click.ts";

const OWN_CLICK = "a, button, input, select, textarea, label, summary, [data-select]";

/** The View link of the row that a click is for; none where the click is for a control, a link or selected text. */
function linkAt({ target, defaultPrevented }: MouseEvent): HTMLAnchorElement | null {
  if (defaultPrevented || !(target instanceof Element) || target.closest(OWN_CLICK) !== null) return null;
  return target.closest("[data-order]")?.querySelector<HTMLAnchorElement>("a[data-open]") ?? null;
}

function hasSelectedText(): boolean {
  return window.getSelection()?.isCollapsed === false;
}

/** Handlers for the frame of a list: a click on a row does what one on its View link would do. */
export function useRowClicks() {
  const onClick = (event: MouseEvent) => {
    const link = hasSelectedText() ? null : linkAt(event);
    if (link === null) return;
    if (isPlainClick(event)) link.click();
    else if (event.ctrlKey || event.metaKey) openInTab(link);
  };
  const onAuxClick = (event: MouseEvent) => {
    const link = event.button === 1 ? linkAt(event) : null;
    if (link !== null) openInTab(link);
  };
  const onMouseDown = (event: MouseEvent) => {
    const isScrolling = event.button === 1 && linkAt(event) !== null;
    // Shift would select the text from the place of the last click on.
    const isRange = event.shiftKey && event.target instanceof Element && event.target.matches("[data-select] input");
    if (isScrolling || isRange) event.preventDefault();
  };
  return { onClick, onAuxClick, onMouseDown };
}

function openInTab({ href }: HTMLAnchorElement): void {
  window.open(href, "_blank", "noopener");
}
