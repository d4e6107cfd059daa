import { useHotkeys } from "@mantine/hooks";
import { areShortcutsOn, SHORTCUTS, type Shortcut, type ShortcutName } from "./shortcuts.ts";

/** Inputs without text entry: a letter typed on them has no other meaning. */
const NO_TEXT = new Set(["checkbox", "radio", "file", "button", "submit", "reset"]);

/** True when `target` handles the key itself: a text field, an open menu, a listbox, an open form over the page. */
export function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !NO_TEXT.has(target.type);
  if (target.isContentEditable) return true;
  return target.closest("textarea, select, [role=menu], [role=listbox], [data-own-keys]") !== null;
}

/** True while a dialog or a drawer covers the page and disables its shortcuts. One that is fading out does not count. */
export function isCovered(): boolean {
  return document.querySelector('[aria-modal="true"]:not([data-closing])') !== null;
}

function mayFire(shortcut: Shortcut, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false;
  if (event.repeat && shortcut.repeats !== true) return false;
  return !shortcut.isCharacter || (areShortcutsOn() && !takesKeys(event.target) && !isCovered());
}

/** Runs `run` on a shortcut of the table while the component is mounted. */
export function useShortcut(name: ShortcutName, run: () => void): void {
  const shortcut: Shortcut = SHORTCUTS[name];
  const handle = (event: KeyboardEvent) => {
    if (!mayFire(shortcut, event)) return;
    event.preventDefault();
    run();
  };
  // No ignored tags and no preventDefault here: `mayFire` decides both, and it lets checkboxes pass.
  useHotkeys(
    shortcut.keys.map((key) => [key, handle, { preventDefault: false }]),
    [],
    true,
  );
}
