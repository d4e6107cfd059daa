import { Skeleton } from "@mantine/core";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import classes from "./claim-line.module.css";

const loadLine = async () => (await import("./claim-line.tsx")).ClaimLine;

/** Orders with these statuses wait for nobody. */
const NOT_WORKED: ReadonlySet<OrderStatus> = new Set(["Pending", "Future", "Completed", "Deleted"]);

/** Who has an order that is still worked on. */
export function OrderClaim({ order }: { order: { order_id: number; process_status: OrderStatus } }) {
  if (NOT_WORKED.has(order.process_status)) return null;
  return (
    <section aria-label="Who has this order" className={classes.line} data-screen-only>
      <LoadedPart load={loadLine} props={{ orderId: order.order_id }} skeleton={<Skeleton height={26} width={220} />} />
    </section>
  );
}
