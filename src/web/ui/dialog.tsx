import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./dialog.module.css";

/** Mantine gives the focus back 10 ms after a dialog closed; what is opened then must not be in its way. */
const AFTER_FOCUS_MS = 20;

/** Runs what a choice in a dialog leads to elsewhere, once the dialog that is closed with it has given its focus back. */
export function afterClosing(run: () => void): void {
  setTimeout(run, AFTER_FOCUS_MS);
}

interface Props {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  size?: "sm" | "md" | "lg" | "xl";
  /** Comes and goes without a transition: for what is opened by keys, which go on at once. */
  isInstant?: boolean;
  children: ReactNode;
}

/**
 * A dialog with its title and a close button. Mantine's own Modal puts both into a `<header>`, which assistive
 * technology takes for a second banner of the page.
 */
export function Dialog({ isOpen, onClose, title, size = "md", isInstant = false, children }: Props) {
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={size}
      centered
      transitionProps={{ duration: isInstant ? 0 : 120 }}
    >
      <Modal.Overlay />
      {/* While it fades out it is a dialog no more: the page's keys count again. */}
      <Modal.Content data-closing={!isOpen || undefined}>
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
