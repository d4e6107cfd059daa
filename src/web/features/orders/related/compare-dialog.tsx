import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { CompareOrders } from "./compare-orders.tsx";

interface Props {
  order: OrderDetails;
  others: readonly number[];
  isOpen: boolean;
  onClose: () => void;
}

/** An order beside others, one at a time. */
export function CompareDialog({ order, others, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Compare orders" size="xl">
      <CompareOrders order={order} others={others} onDone={onClose} />
    </Dialog>
  );
}
