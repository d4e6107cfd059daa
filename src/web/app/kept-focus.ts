/** An element that had the focus, and its ancestors' focusable elements, nearest first. */
interface Stop {
  element: HTMLElement;
  around: readonly HTMLElement[];
}

/** Number of remembered elements. */
const TRAIL_LENGTH = 12;

/** Code that moves the focus on purpose takes precedence: a page's heading, or Mantine 10 ms after a dialog closes. */
const GRACE_MS = 40;

/** Toasts are excluded: they disappear by themselves. */
const PASSING = ".Toastify";

/** Fallback when nothing around the lost element is left: the page itself. */
const HOMES = ["h1[tabindex]", "main[tabindex]"];

function canTakeFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true });
}

function isPassing(element: HTMLElement): boolean {
  return element.closest(PASSING) !== null;
}

function focusableAround(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  let next = element.parentElement?.closest<HTMLElement>("[tabindex]");
  while (next !== null && next !== undefined) {
    if (!next.matches(HOMES.join()) && !isPassing(next)) found.push(next);
    next = next.parentElement?.closest<HTMLElement>("[tabindex]");
  }
  return found;
}

/** The element to focus after the newest entry lost the focus; null while that entry is only disabled, like a busy button. */
function placeFor(trail: readonly Stop[]): HTMLElement | null {
  for (const { element, around } of trail.toReversed()) {
    const mayReturn = element.isConnected && !isPassing(element);
    if (mayReturn && canTakeFocus(element)) return element;
    if (mayReturn && element.matches(":disabled")) return null;
    const near = around.find(canTakeFocus);
    if (near !== undefined) return near;
  }
  if (document.querySelector('[aria-modal="true"]') !== null) return null;
  const homes = HOMES.map((home) => document.querySelector<HTMLElement>(home));
  return homes.find((home) => home !== null) ?? null;
}

/**
 * Moves the focus when the focused element is removed, hidden or temporarily disabled: a button that disappears with
 * its notice, a busy button, a toast's Undo. Otherwise keyboard users would start at the top of the page again (WCAG
 * 2.2, 2.4.3). A click on the empty page drops the focus on purpose; it is left alone.
 * @returns a function that stops it
 */
export function keepFocus(): () => void {
  let trail: Stop[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isNowhere = () => document.activeElement === document.body || document.activeElement === null;

  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    const stop = { element: target, around: focusableAround(target) };
    trail = [...trail.filter(({ element }) => element !== target), stop].slice(-TRAIL_LENGTH);
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return;
    // Elements removed in this task are detached by then.
    queueMicrotask(() => {
      if (target instanceof HTMLElement && isNowhere() && canTakeFocus(target)) trail = [];
      else check();
    });
  };
  const settle = () => {
    timer = undefined;
    if (trail.length === 0 || !isNowhere()) return;
    const place = placeFor(trail);
    place?.focus({ preventScroll: true });
    // Keyboard users need to see the focus; with a pointer the page must not scroll.
    if (place?.matches(":focus-visible")) place.scrollIntoView({ block: "nearest" });
  };
  const check = () => {
    if (timer === undefined && trail.length > 0 && isNowhere()) timer = setTimeout(settle, GRACE_MS);
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
