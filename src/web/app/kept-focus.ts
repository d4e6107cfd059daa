/** An element that had the focus, and its ancestors' focusable elements, nearest first. */
interface FocusedElement {
  element: HTMLElement;
  around: readonly HTMLElement[];
}

/** Number of remembered elements. */
const HISTORY_LENGTH = 12;

/** Code that moves the focus on purpose takes precedence: a page's heading, or Mantine 10 ms after a dialog closes. */
const GRACE_MS = 40;

/** Toasts are excluded: they disappear by themselves. */
const TRANSIENT = ".Toastify";

/** Fallback when nothing around the lost element is left: the page itself. */
const FALLBACKS = ["h1[tabindex]", "main[tabindex]"];

function canTakeFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true });
}

function isTransient(element: HTMLElement): boolean {
  return element.closest(TRANSIENT) !== null;
}

function focusableAround(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  let next = element.parentElement?.closest<HTMLElement>("[tabindex]");
  while (next !== null && next !== undefined) {
    if (!next.matches(FALLBACKS.join()) && !isTransient(next)) found.push(next);
    next = next.parentElement?.closest<HTMLElement>("[tabindex]");
  }
  return found;
}

/** The element to focus after the newest entry lost the focus; null while that entry is only disabled, like a busy button. */
function placeFor(history: readonly FocusedElement[]): HTMLElement | null {
  for (const { element, around } of history.toReversed()) {
    const mayReturn = element.isConnected && !isTransient(element);
    if (mayReturn && canTakeFocus(element)) return element;
    if (mayReturn && element.matches(":disabled")) return null;
    const near = around.find(canTakeFocus);
    if (near !== undefined) return near;
  }
  if (document.querySelector('[aria-modal="true"]') !== null) return null;
  const fallbacks = FALLBACKS.map((selector) => document.querySelector<HTMLElement>(selector));
  return fallbacks.find((element) => element !== null) ?? null;
}

/**
 * Moves the focus when the focused element is removed, hidden or temporarily disabled: a button that disappears with
 * its notice, a busy button, a toast's Undo. Otherwise keyboard users would start at the top of the page again (WCAG
 * 2.2, 2.4.3). A click on the empty page drops the focus on purpose; it is left alone.
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
  let history: FocusedElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isNowhere = () => document.activeElement === document.body || document.activeElement === null;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const focused = { element: target, around: focusableAround(target) };
    history = [...history.filter(({ element }) => element !== target), focused].slice(-HISTORY_LENGTH);
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // Elements removed in this task are detached by then.
    queueMicrotask(() => {
      if (target instanceof HTMLElement && isNowhere() && canTakeFocus(target)) history = [];
      else check();
    });
  };
  const settle = () => {
    timer = undefined;
    if (history.length === 0 || !isNowhere()) return;
    const place = placeFor(history);
    place?.focus({ preventScroll: true });
    // Keyboard users need to see the focus; with a pointer the page must not scroll.
    if (place?.matches(":focus-visible")) place.scrollIntoView({ block: "nearest" });
  };
  const check = () => {
    if (timer === undefined && history.length > 0 && isNowhere()) timer = setTimeout(settle, GRACE_MS);
  };

  const observer = new MutationObserver(check);
  document.addEventListener("focusin", onFocus);
  document.addEventListener("focusout", onBlur);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden"],
  });
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", onFocus);
    document.removeEventListener("focusout", onBlur);
    clearTimeout(timer);
  };
}
