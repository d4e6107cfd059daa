import { Alert, Button, Group, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconEdit, IconGavel, IconSquareCheck } from "@tabler/icons-react";
import { formatDateTimeUtc } from "#contract/dates.ts";
import type { Dispute } from "#contract/disputes/disputes.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useCommands } from "#web/platform/commands.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { DisputeFacts } from "./dispute-facts.tsx";
import classes from "./disputes.module.css";

const loadEdit = async () => (await import("./edit-dispute-form.tsx")).EditDisputeForm;
const loadClose = async () => (await import("./close-dispute-form.tsx")).CloseDisputeForm;

/** The open dispute: its details and actions. */
export function DisputeNotice({ order }: { order: OrderDetails }) {
  const [isEditing, editing] = useDisclosure(false);
  const [isClosing, closing] = useDisclosure(false);
  const { dispute } = order;
  return (
    <>
      {dispute !== null && <Notice dispute={dispute} onEdit={editing.open} onClose={closing.open} />}
      {/* Outside the notice: typed text survives when a colleague closes the dispute. */}
      <Dialog isOpen={isEditing} onClose={editing.close} title="Edit dispute">
        <LoadedPart load={loadEdit} props={{ order, onDone: editing.close }} skeleton={<Skeleton height={411} />} />
      </Dialog>
      <Dialog isOpen={isClosing} onClose={closing.close} title="Close dispute">
        <LoadedPart load={loadClose} props={{ order, onDone: closing.close }} skeleton={<Skeleton height={411} />} />
      </Dialog>
    </>
  );
}

function Notice({ dispute, onEdit, onClose }: { dispute: Dispute; onEdit: () => void; onClose: () => void }) {
  useCommands("This order", [
    { name: "editDispute", label: "Edit dispute", icon: IconEdit, run: onEdit },
    { label: "Close dispute", icon: IconSquareCheck, run: onClose },
  ]);
  const by = dispute.opened_by === null ? "" : ` by ${dispute.opened_by}`;
  return (
    <Alert
      color="coral"
      role="region"
      icon={<IconGavel size={20} aria-hidden />}
      title="Open dispute"
      className={classes.notice ?? ""}
    >
      <p>{`Opened ${formatDateTimeUtc(dispute.opened_at)}${by}. The order can't be deleted permanently while it is open.`}</p>
      <DisputeFacts dispute={dispute} />
      <Group gap="xs" mt="sm">
        <Button variant="default" size="xs" leftSection={<IconEdit size={16} aria-hidden />} onClick={onEdit}>
          Edit dispute
        </Button>
        <Button variant="default" size="xs" leftSection={<IconSquareCheck size={16} aria-hidden />} onClick={onClose}>
          Close dispute
        </Button>
      </Group>
    </Alert>
  );
}
