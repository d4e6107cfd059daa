import { Alert, Button, Group } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconEdit, IconGavel, IconSquareCheck } from "@tabler/icons-react";
import { type Ref, useImperativeHandle } from "react";
import { formatDateTimeUtc } from "#contract/dates.ts";
import type { Dispute } from "#contract/disputes.ts";
import type { OrderDetails } from "#contract/orders.ts";
import { useCommands } from "#web/platform/commands.ts";
import type { Beginning } from "#web/ui/section.tsx";
import { CloseDisputeDialog } from "./close-dispute.dialog.tsx";
import { DisputeFacts } from "./dispute-facts.tsx";
import classes from "./disputes.module.css";
import { EditDisputeDialog } from "./edit-dispute.dialog.tsx";

interface Props {
  order: OrderDetails;
  /** Begins to edit the dispute. */
  ref?: Ref<Beginning>;
}

/** The open dispute: what is known of it, and what can be done about it. */
export function DisputeNotice({ order, ref }: Props) {
  const [isEditing, editing] = useDisclosure(false);
  const [isClosing, closing] = useDisclosure(false);
  useImperativeHandle(ref, () => ({ begin: editing.open }), [editing.open]);
  const { dispute } = order;
  return (
    <>
      {dispute !== null && <Notice dispute={dispute} onEdit={editing.open} onClose={closing.open} />}
      {/* Beside the notice: what is typed outlives a colleague who closes the dispute meanwhile. */}
      <EditDisputeDialog order={order} isOpen={isEditing} onClose={editing.close} />
      <CloseDisputeDialog order={order} isOpen={isClosing} onClose={closing.close} />
    </>
  );
}

function Notice({ dispute, onEdit, onClose }: { dispute: Dispute; onEdit: () => void; onClose: () => void }) {
  useCommands("This order", [
    { label: "Edit dispute", icon: IconEdit, run: onEdit },
    { label: "Close dispute", icon: IconSquareCheck, run: onClose },
  ]);
  const by = dispute.opened_by === null ? "" : ` by ${dispute.opened_by}`;
  return (
    <Alert
      color="coral"
      variant="light"
      role="region"
      icon={<IconGavel size={20} aria-hidden />}
      title="Open dispute"
      className={classes.notice ?? ""}
    >
      {`Opened ${formatDateTimeUtc(dispute.opened_at)}${by}. The order can't be deleted permanently while it is open.`}
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
