import { useHotkeys } from "@mantine/hooks";
import { areShortcutsOn, SHORTCUTS, type Shortcut, type ShortcutName } from "./shortcuts.ts";

/** Inputs that take no typing: a letter pressed on them means nothing else. */
const NO_TEXT = new Set(["checkbox", "radio", "file", "button", "submit", "reset"]);

/** True when a key pressed on `target` belongs to what stands there: a field, an open menu, a list of choices. */
export function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NO_TEXT.has(target.type);
  if (target.isContentEditable) return true;
  return target.closest("textarea, select, [role=menu], [role=listbox]") !== null;
}

/** True while a dialog or a drawer covers the page; the page's keys rest then. One that fades out covers nothing. */
export function isCovered(): boolean {
  return document.querySelector('[aria-modal="true"]:not([data-closing])') !== null;
}

function mayFire(shortcut: Shortcut, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (event.repeat && shortcut.repeats !== true) return false;
  return !shortcut.isCharacter || (areShortcutsOn() && !takesKeys(event.target) && !isCovered());
}

/** Runs `run` on a shortcut of the table while the component stands on the page. */
export function useShortcut(name: ShortcutName, run: () => void): void {
  const shortcut: Shortcut = SHORTCUTS[name];
  const handle = (event: KeyboardEvent) => {
    if (!mayFire(shortcut, event)) return;
    event.preventDefault();
    run();
  };
  // Nothing to ignore by tag and no default prevented: `mayFire` decides both, and it lets checkboxes pass.
  useHotkeys(
    shortcut.keys.map((key) => [key, handle, { preventDefault: false }]),
    [],
    true,
  );
}
