import { Skeleton } from "@mantine/core";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import classes from "./claim-line.module.css";
import { TakeNextButton, takeNextList } from "./take-next-button.tsx";

const loadLine = async () => (await import("./claim-line.tsx")).ClaimLine;

/** Orders with these statuses wait for nobody. */
const NOT_WORKED: ReadonlySet<OrderStatus> = new Set(["Pending", "Future", "Completed", "Deleted"]);

interface Props {
  order: { order_id: number; process_status: OrderStatus };
  /** The list that the order was opened from. */
  from: ListName | undefined;
}

/** Who has an open order; on one that was opened from a queue, also the way to that queue's next order. */
export function OrderClaim({ order: { order_id: orderId, process_status }, from }: Props) {
  const next = takeNextList(from);
  const isOpen = !NOT_WORKED.has(process_status);
  if (!isOpen && next === undefined) return null;
  return (
    <section aria-label="Who has this order" className={classes.line} data-screen-only>
      {isOpen && <LoadedPart load={loadLine} props={{ orderId }} skeleton={<Skeleton height={26} width={220} />} />}
      {next !== undefined && <TakeNextButton list={next} size="compact-sm" />}
    </section>
  );
}
