import { useComputedColorScheme } from "@mantine/core";
import { useEffect } from "react";
import { Slide, ToastContainer, toast } from "react-toastify/unstyled";
import { TOAST_RULES } from "#web/platform/toasts.ts";
import { type Obstacle, placeOfToasts } from "./toast-place.ts";

const OPEN_DIALOG = "[role=dialog]:not([data-closing])";
/** What of a dialog no toast may cover, with how bad it would be. */
const OBSTACLES = { "button, a[href], [role=button], h2": 10, "input, textarea, select": 1 };

/** Where toasts appear; Alt+T moves the focus to them. */
export function Toasts() {
  const theme = useComputedColorScheme("light");
  useEffect(keepOffDialogs, []);
  return (
    <ToastContainer
      {...TOAST_RULES}
      theme={theme}
      transition={Slide}
      newestOnTop
      limit={5}
      aria-label="Notifications"
    />
  );
}

/** Moves the toasts off the controls of an open dialog, as long as there are toasts. */
function keepOffDialogs(): () => void {
  const open = new Set<unknown>();
  let frame = 0;
  const schedule = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      place();
    });
  };
  // Dialogs open, grow and close while a toast is there.
  const changes = new MutationObserver(schedule);
  const stop = toast.onChange(({ id, status }) => {
    if (status === "removed") open.delete(id);
    else open.add(id);
    changes.disconnect();
    if (open.size > 0) changes.observe(document.body, { childList: true, subtree: true });
    schedule();
  });
  addEventListener("resize", schedule);
  return () => {
    stop();
    changes.disconnect();
    cancelAnimationFrame(frame);
    removeEventListener("resize", schedule);
  };
}

function place(): void {
  const container = document.querySelector<HTMLElement>(".Toastify__toast-container");
  if (container === null) return;
  const dialog = [...document.querySelectorAll(OPEN_DIALOG)].at(-1);
  if (dialog === undefined) {
    // Its size is not read: that would force a layout of the page at each change, such as when an order is opened.
    container.style.removeProperty("--ad-toasts-top");
    container.style.removeProperty("--ad-toasts-right");
    return;
  }
  const { top, right } = placeOfToasts(
    { width: container.offsetWidth, height: container.offsetHeight },
    { width: innerWidth, height: innerHeight },
    dialog.getBoundingClientRect(),
    obstaclesIn(dialog),
  );
  container.style.setProperty("--ad-toasts-top", `${top}px`);
  container.style.setProperty("--ad-toasts-right", `${right}px`);
}

function obstaclesIn(dialog: Element): Obstacle[] {
  return Object.entries(OBSTACLES).flatMap(([selector, weight]) =>
    [...dialog.querySelectorAll(selector)].map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { left, top, right, bottom, weight };
    }),
  );
}
