/** One place that had the focus, and the places around it that can take it, nearest first. */
interface Stop {
  element: HTMLElement;
  around: readonly HTMLElement[];
}

/** How many places are remembered. */
const TRAIL_LENGTH = 12;

/** Whoever places the focus on purpose comes first: a page's heading, or Mantine 10 ms after a dialog closed. */
const GRACE_MS = 40;

/** Toasts come and go; nobody works among them. */
const PASSING = ".Toastify";

/** The page itself: where the focus goes when nothing of what had it is left. */
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

/** Where the focus belongs after the newest stop let go of it; null while that stop only rests, as a busy button does. */
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
 * Gives the focus a place when the element that had it leaves the page, is hidden or can't be used for a while: a
 * button that vanishes with its notice, one that is busy, a toast's Undo. Without it a keyboard would start at the
 * top of the page again (WCAG 2.2, 2.4.3). A person who clicks on the empty page lets go of the focus; it stays so.
 * @returns the way to stop that
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
    // What is taken out of the page is out of it by then.
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
    // Keys need to see where they are; under a pointer the page stays where it is.
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
