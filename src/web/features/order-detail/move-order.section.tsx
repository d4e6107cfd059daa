import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { Section } from "#web/ui/section.tsx";
import { STATUS_STYLES, statusColor } from "#web/ui/status-style.ts";
import { type Move, moveGroups } from "./move-groups.ts";
import classes from "./move-order.module.css";
import { PurgeOrder } from "./purge-order.tsx";

interface Props {
  order: OrderDetails;
  movingTo: OrderStatus | undefined;
  onMove: (target: OrderStatus, label: string) => void;
}

/** The moves the server offers for this order, the likely ones first and larger. */
export function MoveOrderSection({ order, movingTo, onMove }: Props) {
  const groups = useRef<HTMLDivElement>(null);
  const { process_status } = order;

  // The clicked button disappears after its move; without this, keyboard users would start at the top again.
  const statusBefore = useRef(process_status);
  useEffect(() => {
    if (statusBefore.current === process_status) return;
    statusBefore.current = process_status;
    if (document.activeElement === document.body) groups.current?.focus({ preventScroll: true });
  }, [process_status]);

  return (
    <Section title="Move order" className={classes.section ?? ""}>
      <div className={classes.groups} ref={groups} tabIndex={-1}>
        {moveGroups(order).map(({ title, isLikely, moves }) => (
          <fieldset key={title} aria-label={title} className={classes.group}>
            {moves.map((move) => (
              <MoveButton key={move.label} move={move} isLarge={isLikely} movingTo={movingTo} onMove={onMove} />
            ))}
          </fieldset>
        ))}
        <PurgeOrder order={order} />
      </div>
    </Section>
  );
}

interface MoveButtonProps extends Pick<Props, "movingTo" | "onMove"> {
  move: Move;
  isLarge: boolean;
}

function MoveButton({ move, isLarge, movingTo, onMove }: MoveButtonProps) {
  const { status, label } = move;
  const { icon: StatusIcon } = STATUS_STYLES[status];
  return (
    <Button
      variant={isLarge ? "default" : "subtle"}
      color="gray"
      size={isLarge ? "sm" : "compact-sm"}
      fullWidth
      justify="flex-start"
      classNames={{ root: classes.move ?? "", label: classes.label ?? "" }}
      loading={movingTo === status}
      disabled={movingTo !== undefined && movingTo !== status}
      leftSection={<StatusIcon size={isLarge ? 18 : 16} stroke={1.75} color={statusColor(status)} aria-hidden />}
      onClick={() => onMove(status, label)}
    >
      {label}
    </Button>
  );
}
