import { Button } from "@mantine/core";
import { IconTrashX } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useChangeOrderStatusMutation } from "#web/features/orders/list/data/order-rows.api.ts";
import { orderText } from "#web/features/orders/order-text.ts";
import { LIST_PATHS } from "#web/platform/paths.ts";
import { reported } from "#web/platform/reported.ts";
import { useCan } from "#web/platform/use-can.ts";
import { useConfirm } from "#web/ui/confirm.tsx";

/** Permanently deletes a deleted order (decision record 0014). It can't be undone, so it asks. */
export function PurgeOrder({ order }: { order: OrderDetails }) {
  const isAllowed = useCan("orders:purge");
  const [change, { isLoading }] = useChangeOrderStatusMutation();
  const confirm = useConfirm();
  const navigate = useNavigate();
  if (!isAllowed || order.process_status !== "Deleted" || order.dispute?.is_open === true) return null;

  const purge = async () => {
    const { order_id: id, version } = order;
    const title = `Delete ${orderText([id], () => order.full_name)} permanently?`;
    const text = "Its personal data, documents and mails are removed. This can't be undone.";
    if (!(await confirm({ title, text, yes: "Delete permanently", no: "Keep" }))) return;
    const body = { orderId: [{ id, version }], updatingStatus: "Deleted" as const, permanentDeletedFlag: true };
    const answer = await reported(change(body).unwrap(), { sticky: true, about: `move ${id}` });
    if (answer !== null) await navigate(LIST_PATHS.deletedOrder);
  };

  return (
    <Button
      variant="outline"
      color="coral"
      fullWidth
      justify="flex-start"
      loading={isLoading}
      leftSection={<IconTrashX size={18} aria-hidden />}
      onClick={purge}
    >
      Delete permanently
    </Button>
  );
}
