import { useSyncExternalStore } from "react";

let current = "";
const listeners = new Set<() => void>();

/** Announces a sentence to assistive technology without moving the focus. */
export function announce(text: string): void {
  // Repeating the same text must be announced again; a trailing no-break space makes the region change.
  current = current === text ? `${text}\u00a0` : text;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The one polite live region of the console. */
export function Announcer() {
  const text = useSyncExternalStore(subscribe, () => current);
  return (
    <div role="status" aria-live="polite" className="ad-visually-hidden">
      {text}
    </div>
  );
}
