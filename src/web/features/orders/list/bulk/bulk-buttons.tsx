import { Button, Menu } from "@mantine/core";
import { IconArrowRight, IconChevronDown, IconReceiptRefund, IconTrash } from "@tabler/icons-react";
import { memo } from "react";
import type { MoveTarget } from "#contract/orders/order-moves.ts";
import type { ListName } from "#contract/orders/queues.ts";
import type { SelectedOrder } from "#web/features/orders/order.slice.ts";
import { bulkTargets } from "./list-actions.ts";
import type { OrderActions } from "./use-order-actions.ts";

interface Props {
  list: ListName;
  selected: readonly SelectedOrder[];
  kind: OrderActions["kind"];
  isPending: boolean;
  onMove: (orders: readonly SelectedOrder[], target: MoveTarget) => void;
  onRemove: (orders: readonly SelectedOrder[]) => void;
  onRefund: (orders: readonly SelectedOrder[]) => void;
}

/** The queue's own buttons; they act on the selection and do nothing without one. */
export const BulkButtons = memo(function BulkButtons(props: Props) {
  const { list, selected, kind, isPending, onRemove, onRefund } = props;
  const isIdle = selected.length === 0;
  return (
    <>
      {list === "refundOrder" ? (
        <Button
          variant="default"
          data-idle={isIdle}
          loading={isPending}
          leftSection={<IconReceiptRefund size={16} aria-hidden />}
          onClick={() => onRefund(selected)}
        >
          Refunded it
        </Button>
      ) : (
        <MoveMenu {...props} />
      )}
      {kind !== "none" && (
        <Button
          variant="default"
          color="coral"
          data-idle={isIdle}
          disabled={isPending}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onRemove(selected)}
        >
          {kind === "permanent" ? "Delete permanently" : "Delete Order"}
        </Button>
      )}
    </>
  );
});

function MoveMenu({ list, selected, isPending, onMove }: Props) {
  return (
    <Menu position="bottom-end" disabled={selected.length === 0}>
      <Menu.Target>
        <Button
          variant="default"
          data-disabled={selected.length === 0}
          aria-disabled={selected.length === 0}
          loading={isPending}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          Move selected
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {bulkTargets(list).map(({ target, label }) => (
          <Menu.Item
            key={target}
            leftSection={<IconArrowRight size={14} aria-hidden />}
            onClick={() => onMove(selected, target)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
