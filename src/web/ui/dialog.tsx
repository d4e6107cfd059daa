import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./dialog.module.css";

/** Mantine returns the focus 10 ms after a dialog closes; anything opened next has to wait for that. */
const AFTER_FOCUS_MS = 20;

/** Runs the action chosen in a dialog once the closing dialog has returned its focus. */
export function afterClosing(run: () => void): void {
  setTimeout(run, AFTER_FOCUS_MS);
}

interface Props {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  size?: "sm" | "md" | "lg" | "xl";
  /** Opens and closes without a transition and closes on an outside click: for quick lookups by keyboard. */
  isInstant?: boolean;
  children: ReactNode;
}

/**
 * A dialog with a title and a close button. Mantine's own Modal puts both into a `<header>`, which assistive technology
 * treats as a second banner of the page.
 */
export function Dialog({ isOpen, onClose, title, size = "md", isInstant = false, children }: Props) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={size}
      centered
      // The second click of a double click lands outside the dialog that the first one opened, and would close it.
      closeOnClickOutside={isInstant}
      transitionProps={{ duration: isInstant ? 0 : 120 }}
    >
      {/* That second click must not take the focus out of the dialog either. */}
      <Modal.Overlay onMouseDown={(event) => event.preventDefault()} />
      {/* While it fades out it is no longer a dialog: the page's shortcuts work again. */}
      <Modal.Content data-closing={!isOpen || undefined} className={classes.content ?? ""}>
        <Modal.Body className={classes.body ?? ""}>
          <div className={classes.head}>
            <Modal.Title className={classes.title ?? ""}>{title}</Modal.Title>
            <Modal.CloseButton aria-label="Close" />
          </div>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
