import type { MouseEvent } from "react";

/** Whether a click on a link is for this page; one that asks for a new tab or window stays with the browser. */
export function isPlainClick(event: MouseEvent): boolean {
  const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
