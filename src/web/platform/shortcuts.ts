/** One shortcut of the console. `keys` is for `useHotkeys`, `shown` for display. */
export interface Shortcut {
  keys: readonly string[];
  shown: readonly string[];
  words: string;
  where: "Everywhere" | "Lists" | "Order";
  /** A single character: can be switched off and is ignored while typing (WCAG 2.2, 2.1.4). */
  isCharacter: boolean;
  /** Repeats while the key is held down. */
  repeats?: boolean;
}

function character(where: Shortcut["where"], words: string, shown: readonly string[], keys = shown): Shortcut {
  return { keys, shown, words, where, isCharacter: true };
}

/** Every shortcut; the list of shortcuts is rendered from this table. */
export const SHORTCUTS = {
  palette: {
    keys: ["mod+K"],
    shown: ["Ctrl+K"],
    words: "Jump to a page or an order",
    where: "Everywhere",
    isCharacter: false,
  },
  // On many keyboards the slash itself needs Shift.
  help: character("Everywhere", "Show this list", ["?"], ["shift+?", "?"]),
  search: character("Lists", "Go to the search box", ["/"], ["/", "shift+/"]),
  filter: character("Lists", "Filter the list", ["f"]),
  refresh: character("Lists", "Refresh, or show new orders", ["r"]),
  nextRow: { ...character("Lists", "Next order", ["j"]), repeats: true },
  previousRow: { ...character("Lists", "Previous order", ["k"]), repeats: true },
  openRow: character("Lists", "Open the order", ["o", "Enter"], ["o"]),
  selectRow: character("Lists", "Select or unselect the order", ["x"]),
  takeNext: character("Lists", "Take the next order of the queue", ["t"]),
  nextOrder: character("Order", "Next order of the list", ["j"]),
  previousOrder: character("Order", "Previous order of the list", ["k"]),
  claim: character("Order", "Claim the order", ["a"]),
  comment: character("Order", "Write a comment", ["c"]),
  message: character("Order", "Write to the customer", ["w"]),
  correct: character("Order", "Correct the order", ["e"]),
  upload: character("Order", "Upload a document", ["u"]),
  filingSheet: character("Order", "Open the filing sheet", ["g"]),
} as const satisfies Record<string, Shortcut>;
export type ShortcutName = keyof typeof SHORTCUTS;

/** Local storage; nothing stored means on. */
const STORAGE_KEY = "shortcuts";
const OFF = "off";

const listeners = new Set<() => void>();

/** True when single-character shortcuts are enabled in this browser. */
export function areShortcutsOn(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== OFF;
}

export function setShortcutsOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, OFF);
  for (const listener of listeners) listener();
}

/** Calls `listener` when the setting changes, in this tab or another; returns a function that stops it. */
export function onShortcutsChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
