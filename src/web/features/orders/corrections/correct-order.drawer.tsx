import { Drawer, Skeleton } from "@mantine/core";
import { useRef, useState } from "react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import classes from "#web/ui/dialog.module.css";
import { afterClosing } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";

const DISCARDED = "Your changes and the reason have not been saved.";
const loadForm = async () => (await import("./correct-order-form.tsx")).CorrectOrderForm;

interface Props {
  order: OrderDetails;
  isOpen: boolean;
  onClose: () => void;
}

/** Corrects facts of the order beside the page, which stays readable. Closing it asks before discarding a draft. */
export function CorrectOrderDrawer({ order, isOpen, onClose }: Props) {
  const hasDraft = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const confirm = useConfirm();
  const close = async () => {
    if (hasDraft.current) {
      setAsking(true);
      const isLost = await confirm({
        title: "Discard this correction?",
        text: DISCARDED,
        yes: "Discard",
        no: "Keep editing",
      });
      // Later, or the Escape that answered would close the drawer next.
      afterClosing(() => setAsking(false));
      if (!isLost) return;
    }
    onClose();
  };
  const onDraft = (isDraft: boolean) => {
    hasDraft.current = isDraft;
  };
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={() => void close()}
      // Escape answers the question while it is shown.
      closeOnEscape={!isAsking}
      position="right"
      size="min(560px, 100vw)"
      // A click outside must not lose what was typed.
      closeOnClickOutside={false}
      transitionProps={{ duration: 120 }}
      // Below dialogs (200): the question is asked over the drawer.
      zIndex={199}
    >
      <Drawer.Overlay onMouseDown={(event) => event.preventDefault()} />
      <Drawer.Content data-closing={!isOpen || undefined}>
        <Drawer.Body className={classes.body ?? ""}>
          <div className={classes.head}>
            <Drawer.Title className={classes.title ?? ""}>{`Correct order ${order.order_id}`}</Drawer.Title>
            <Drawer.CloseButton aria-label="Close" />
          </div>
          <LoadedPart
            load={loadForm}
            props={{ order, onDone: onClose, onDraft }}
            skeleton={<Skeleton height="70vh" />}
          />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
