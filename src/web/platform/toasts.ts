import { createElement, type ReactElement } from "react";
import { type Id, type ToastOptions, toast as toastify } from "react-toastify/unstyled";

/** As specified: top-right, 5000 ms, pausable, dismissed when dragged by 80 percent of its width. */
export const TOAST_RULES = {
  position: "top-right",
  autoClose: 5000,
  pauseOnHover: true,
  pauseOnFocusLoss: true,
  draggable: true,
  draggablePercent: 80,
} as const satisfies ToastOptions;

export interface ToastChoice {
  /** Stays until dismissed: failed uploads, mails, comments, refunds, bulk changes and refused moves (decision record 0044). */
  sticky?: boolean | undefined;
  /** At most one toast per id; an error whose message equals an open toast's id is not shown again. */
  id?: string | undefined;
  /** The topic, e.g. `upload 100001`: a later toast on it replaces this one, so that a failure does not outlive its retry. */
  about?: string | undefined;
  /** Buttons in the toast, e.g. Undo; clicking one closes the toast. */
  actions?: readonly ToastAction[] | undefined;
}

export interface ToastAction {
  label: string;
  run: () => void;
}

type ToastKind = "success" | "error" | "info";
/** Changes by others are announced by the page's own live region, throttled. */
const ROLES = { success: "status", error: "alert", info: "group" } as const satisfies Record<ToastKind, string>;

/** The options of a toast: only what differs from the container's. */
export function toastOptions(kind: ToastKind, { sticky, id }: ToastChoice = {}): ToastOptions {
  return {
    role: ROLES[kind],
    ...(sticky === true && { autoClose: false }),
    ...(id !== undefined && { toastId: id }),
  };
}

/** A text, or an element that translates itself when the language changes. */
type Message = string | ReactElement;

/** Messages that no toast shows. The area's entry adds them: the visitor's loads no messages of the console. */
export const silenced = new Set<string>();

const shownAbout = new Map<string, Id>();
const shown = new Set<Id>();

/** Removes the last toast on a topic. */
function dismissAbout(about: string): void {
  const last = shownAbout.get(about);
  if (last === undefined) return;
  toastify.dismiss(last);
  shownAbout.delete(about);
}

function show(kind: ToastKind, message: Message, choice: ToastChoice = {}): void {
  const { about } = choice;
  if (about !== undefined) dismissAbout(about);
  const id = draw(kind, message, choice);
  shown.add(id);
  if (about !== undefined) shownAbout.set(about, id);
}

function draw(kind: ToastKind, message: Message, choice: ToastChoice): Id {
  const options = toastOptions(kind, choice);
  const { actions = [] } = choice;
  if (kind === "error" && typeof message === "string" && toastify.isActive(message)) return message;
  if (typeof message === "string" && silenced.has(message)) return message;
  if (actions.length === 0) {
    return toastify[kind](message, options);
  }
  return toastify[kind](({ closeToast }) => {
    return createElement(
      "div",
      { className: "ad-toast" },
      createElement("span", null, message),
      ...actions.map(({ label, run }) => {
        const onClick = () => {
          closeToast();
          run();
        };
        return createElement("button", { key: label, type: "button", className: "ad-toast-action", onClick }, label);
      }),
    );
  }, options);
}

export const toast = {
  success: (message: Message, choice?: ToastChoice) => show("success", message, choice),
  error: (message: Message, choice?: ToastChoice) => show("error", message, choice),
  /** Someone else's change; announce it through `announce` too. */
  info: (message: string, choice?: ToastChoice) => show("info", message, choice),
  dismissAll: () => toastify.dismiss(),
  /** Closes all toasts except the one with id `kept`. */
  dismissAllBut: (kept: string) => {
    for (const id of shown) {
      if (id === kept) continue;
      toastify.dismiss(id);
      shown.delete(id);
    }
  },
};
