import { createElement } from "react";
import { type ToastOptions, toast as toastify } from "react-toastify/unstyled";

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
  /** Stays until it is dismissed: failed uploads, mails, refunds, bulk changes and refused moves (doubt D-13). */
  sticky?: boolean | undefined;
  /** Shows one toast of this id, however often it is asked for. */
  id?: string | undefined;
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

function show(kind: ToastKind, message: string, choice: ToastChoice = {}): void {
  const options = toastOptions(kind, choice);
  const { action } = choice;
  if (action === undefined) {
    toastify[kind](message, options);
    return;
  }
  toastify[kind](({ closeToast }) => {
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
