/** One key of the console. `keys` are written for `useHotkeys`, `shown` for a person. */
export interface Shortcut {
  keys: readonly string[];
  shown: readonly string[];
  words: string;
  where: "Everywhere" | "Lists" | "Order";
  /** A single character: can be switched off and stays silent while somebody types (WCAG 2.2, 2.1.4). */
  isCharacter: boolean;
  /** Goes on while the key is held down. */
  repeats?: boolean;
}

function character(where: Shortcut["where"], words: string, shown: readonly string[], keys = shown): Shortcut {
  return { keys, shown, words, where, isCharacter: true };
}

/** Every shortcut; the dialog of shortcuts is drawn from this table. */
export const SHORTCUTS = {
  palette: {
    keys: ["mod+K"],
    shown: ["Ctrl+K"],
    words: "Jump to a page or an order",
    where: "Everywhere",
    isCharacter: false,
  },
  // On many keyboards the slash is itself a shifted key.
  help: character("Everywhere", "Show this list", ["?"], ["shift+?", "?"]),
  search: character("Lists", "Go to the search box", ["/"], ["/", "shift+/"]),
  refresh: character("Lists", "Refresh", ["r"]),
  nextRow: { ...character("Lists", "Next order", ["j", "↓"], ["j"]), repeats: true },
  previousRow: { ...character("Lists", "Previous order", ["k", "↑"], ["k"]), repeats: true },
  openRow: character("Lists", "Open the order", ["o", "Enter"], ["o"]),
  selectRow: character("Lists", "Select the order, or take it out", ["x"]),
  comment: character("Order", "Write a comment", ["c"]),
  upload: character("Order", "Upload a document", ["u"]),
} as const satisfies Record<string, Shortcut>;
export type ShortcutName = keyof typeof SHORTCUTS;

/** Local storage; nothing stored means on. */
const STORAGE_KEY = "shortcuts";
const OFF = "off";

const listeners = new Set<() => void>();

/** True when single-character shortcuts may fire in this browser. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== OFF;
}

export function setShortcutsOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, OFF);
  for (const listener of listeners) listener();
}

/** Calls `listener` when the switch was turned, in this tab or another; returns the way to stop that. */
export function onShortcutsChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
