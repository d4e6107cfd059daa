/** A call this long after the last user input counts as a background call. */
const RECENT_MS = 60_000;

let lastAt = Date.now();
const touched = () => {
  lastAt = Date.now();
};

/** Called once, by the console's entry. */
export function watchPerson(): void {
  for (const type of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) {
    window.addEventListener(type, touched, { capture: true, passive: true });
  }
}

/** Whether a person is using this page, as opposed to a page that only refetches. */
export function isPersonHere(): boolean {
  return Date.now() - lastAt <= RECENT_MS;
}
