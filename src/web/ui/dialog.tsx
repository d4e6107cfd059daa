import { Modal } from "@mantine/core";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
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
  // The second click of the double click that opened the dialog may land on one of its buttons: it must not answer the
  // question that nobody has read yet. `detail` counts the clicks of a series.
  const hasSeriesBegun = useRef(false);
  const noticePress = ({ detail }: MouseEvent) => {
    if (detail === 1) hasSeriesBegun.current = true;
  };
  const ignoreForeignClick = (event: MouseEvent) => {
    if (event.detail < 2 || hasSeriesBegun.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
  useEffect(() => {
    if (isOpen) hasSeriesBegun.current = false;
  }, [isOpen]);

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
      <Modal.Content
        data-closing={!isOpen || undefined}
        className={classes.content ?? ""}
        onMouseDownCapture={noticePress}
        onClickCapture={ignoreForeignClick}
      >
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
