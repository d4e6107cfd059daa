import { Button, Group, Menu } from "@mantine/core";
import { IconArrowRight, IconChevronDown, IconReceiptRefund, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ListName } from "#contract/queues.ts";
import type { SelectedOrder } from "../order.slice.ts";
import { bulkTargets } from "./list-actions.ts";
import type { OrderActions } from "./use-order-actions.ts";

interface Props {
  list: ListName;
  selected: readonly SelectedOrder[];
  actions: OrderActions;
  /** Rendered after the buttons; acts on the whole list. */
  children?: ReactNode;
}

/** The queue's own buttons; they act on the selection and do nothing without one. */
export function ButtonArea({ list, selected, actions, children }: Props) {
  const isIdle = selected.length === 0;
  return (
    <Group gap="xs">
      {list === "refundOrder" ? (
        <Button
          variant="default"
          data-idle={isIdle}
          loading={actions.isPending}
          leftSection={<IconReceiptRefund size={16} aria-hidden />}
          onClick={() => actions.refund(selected)}
        >
          Refunded it
        </Button>
      ) : (
        <MoveMenu list={list} selected={selected} actions={actions} />
      )}
      {actions.kind !== "none" && (
        <Button
          variant="default"
          color="coral"
          data-idle={isIdle}
          disabled={actions.isPending}
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => actions.remove(selected)}
        >
          {actions.kind === "permanent" ? "Delete permanently" : "Delete Order"}
        </Button>
      )}
      {children}
    </Group>
  );
}

function MoveMenu({ list, selected, actions }: Omit<Props, "children">) {
  return (
    <Menu position="bottom-end" disabled={selected.length === 0}>
      <Menu.Target>
        <Button
          variant="default"
          data-disabled={selected.length === 0}
          aria-disabled={selected.length === 0}
          loading={actions.isPending}
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
            onClick={() => actions.move(selected, target)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
