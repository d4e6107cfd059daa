import { Stack, TextInput } from "@mantine/core";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { transactionDetailsSchema } from "#contract/transactions/transactions.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { useKeptForm } from "#web/platform/use-kept-form.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { KeptNote } from "#web/ui/kept-note.tsx";
import { useSaveTransactionDetailsMutation } from "./transactions.api.ts";

/** Enters or corrects the order's transaction details: filled when it opens; input stays, whatever happens to the order. */
export function TransactionForm({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const [save, { isLoading }] = useSaveTransactionDetailsMutation();
  const form = useContractForm(transactionDetailsSchema, {
    transactionId: order.transaction_id ?? "",
    merchantName: order.merchant_name ?? "",
  });

  const { isKept, forget } = useKeptForm(form, `transaction of ${order.order_id}`, ["transactionId", "merchantName"]);
  const end = () => {
    forget();
    onDone();
  };
  const submit = useContractSubmit(form, (values) => save({ orderId: order.order_id, ...values }).unwrap(), {
    onDone: end,
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {isKept && <KeptNote />}
        <TextInput
          label="Transaction Id"
          withAsterisk
          autoComplete="off"
          data-autofocus
          {...registerField(form, "transactionId")}
        />
        <TextInput label="Merchant Name" withAsterisk autoComplete="off" {...registerField(form, "merchantName")} />
        <FormActions submit="Save" loading={isLoading} onCancel={end} />
      </Stack>
    </form>
  );
}
