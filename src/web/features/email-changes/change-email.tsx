import { ActionIcon, Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPencil } from "@tabler/icons-react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useCan } from "#web/platform/use-can.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { openChange } from "./open-change.ts";

const TITLE = "Change email";
const loadForm = async () => (await import("./change-email-form.tsx")).ChangeEmailForm;

/** Beside the order's address, or as a button with its words, for who may change it, unless a change is open. */
export function ChangeEmail({ order, isButton = false }: { order: OrderDetails; isButton?: boolean }) {
  const mayChange = useCan("orders:correct-email");
  const [isOpen, dialog] = useDisclosure(false);
  if (!mayChange) return null;
  const isOffered = order.process_status !== "Deleted" && openChange(order) === null;
  return (
    <>
      {isOffered && isButton && (
        <Button variant="default" size="xs" onClick={dialog.open}>
          {TITLE}
        </Button>
      )}
      {isOffered && !isButton && (
        <ActionIcon variant="subtle" size={24} aria-label={TITLE} title={TITLE} onClick={dialog.open}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      )}
      {/* Stays open, with what was typed, when a colleague's change arrives meanwhile. */}
      <Dialog isOpen={isOpen} onClose={dialog.close} title={TITLE}>
        <LoadedPart load={loadForm} props={{ order, onDone: dialog.close }} skeleton={<Skeleton height={430} />} />
      </Dialog>
    </>
  );
}
