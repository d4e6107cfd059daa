import { createElement } from "react";
import { type Id, type ToastOptions, toast as toastify } from "react-toastify/unstyled";

/** Specification section 4: top-right, 5000 ms, pausable, gone when dragged by 80 percent of its width. */
export const TOAST_RULES = {
  position: "top-right",
  autoClose: 5000,
  pauseOnHover: true,
  pauseOnFocusLoss: true,
  draggable: true,
  draggablePercent: 80,
} as const satisfies ToastOptions;

export interface ToastChoice {
  /** Stays until it is dismissed: failed uploads, mails, comments, refunds, bulk changes and refused moves (doubt D-13). */
  sticky?: boolean | undefined;
  /** Shows one toast of this id, however often it is asked for; an error whose words are an open toast's id is told already. */
  id?: string | undefined;
  /** What it tells of, e.g. `upload 100001`: a later toast of the same takes its place, so that a failure does not outlive its retry. */
  about?: string | undefined;
  /** A button in the toast, e.g. Undo; pressing it closes the toast. */
  action?: { label: string; run: () => void } | undefined;
}

type ToastKind = "success" | "error" | "info";
/** What others did is said by the page's own live region, at its own pace. */
const ROLES = { success: "status", error: "alert", info: "group" } as const satisfies Record<ToastKind, string>;

/** The options a toast is shown with: only what differs from the container's rules. */
export function toastOptions(kind: ToastKind, { sticky, id }: ToastChoice = {}): ToastOptions {
  return {
    role: ROLES[kind],
    ...(sticky === true && { autoClose: false }),
    ...(id !== undefined && { toastId: id }),
  };
}

const shownAbout = new Map<string, Id>();

/** Takes the last toast about something away. */
function dismissAbout(about: string): void {
  const last = shownAbout.get(about);
  if (last === undefined) return;
  toastify.dismiss(last);
  shownAbout.delete(about);
}

function show(kind: ToastKind, message: string, choice: ToastChoice = {}): void {
  const { about } = choice;
  if (about !== undefined) dismissAbout(about);
  const id = draw(kind, message, choice);
  if (about !== undefined) shownAbout.set(about, id);
}

function draw(kind: ToastKind, message: string, choice: ToastChoice): Id {
  const options = toastOptions(kind, choice);
  const { action } = choice;
  if (kind === "error" && toastify.isActive(message)) return message;
  if (action === undefined) {
    return toastify[kind](message, options);
  }
  return toastify[kind](({ closeToast }) => {
    const run = () => {
      closeToast();
      action.run();
    };
    return createElement(
      "div",
      { className: "ad-toast" },
      createElement("span", null, message),
      createElement("button", { type: "button", className: "ad-toast-action", onClick: run }, action.label),
    );
  }, options);
}

export const toast = {
  success: (message: string, choice?: ToastChoice) => show("success", message, choice),
  error: (message: string, choice?: ToastChoice) => show("error", message, choice),
  /** What somebody else did; say it through `announce` too. */
  info: (message: string, choice?: ToastChoice) => show("info", message, choice),
  dismissAll: () => toastify.dismiss(),
};
