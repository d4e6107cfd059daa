import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { OrderDetails } from "#contract/orders.ts";
import { transactionDetailsSchema } from "#contract/transactions.ts";
import { useContractForm } from "#web/platform/form.ts";
import { showRefusal } from "#web/platform/show-refusal.ts";
import { toast } from "#web/platform/toasts.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { useSaveTransactionDetailsMutation } from "./transactions.api.ts";

interface Props {
  order: OrderDetails;
  isOpen: boolean;
  onClose: () => void;
}

/** Enters or corrects what the payment provider calls the order's payment. */
export function TransactionDialog({ order, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Transaction details">
      <TransactionForm order={order} onDone={onClose} />
    </Dialog>
  );
}

/** Prefilled with what is known when it opens; what is typed then stays, whatever the order becomes beneath. */
function TransactionForm({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const [save, { isLoading }] = useSaveTransactionDetailsMutation();
  const form = useContractForm(transactionDetailsSchema, {
    transactionId: order.transaction_id ?? "",
    merchantName: order.merchant_name ?? "",
  });
  const { errors } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    try {
      const { message } = await save({ orderId: order.order_id, ...values }).unwrap();
      toast.success(message);
      onDone();
    } catch (thrown) {
      showRefusal(form, thrown);
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Transaction Id"
          withAsterisk
          autoComplete="off"
          data-autofocus
          error={errors.transactionId?.message}
          {...form.register("transactionId")}
        />
        <TextInput
          label="Merchant Name"
          withAsterisk
          autoComplete="off"
          error={errors.merchantName?.message}
          {...form.register("merchantName")}
        />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={isLoading}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
