import { Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type * as z from "zod";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { recordRefundSchema } from "#contract/refunds/record-refund.ts";
import { REFUND_REASON_LABELS, REFUND_REASONS } from "#contract/refunds/refunds.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { useRecordRefundMutation } from "./refunds.api.ts";

interface Props {
  order: OrderDetails;
  /** Why a dispute stands against it. */
  block: string | null;
  onDone: () => void;
}

const REASONS = [
  { value: "", label: "Please select" },
  ...REFUND_REASONS.map((value) => ({ value, label: REFUND_REASON_LABELS[value] })),
];

/** What is left of the payment, filled in, as it was when the form opened. */
function firstValues({
  order_id,
  refunds,
  refund_position,
}: OrderDetails): Partial<z.input<typeof recordRefundSchema>> {
  return {
    orderId: order_id,
    lastRefundId: refunds[0]?.id ?? null,
    amount: refund_position.left ?? "",
    currency: refund_position.currency ?? "",
    note: "",
    reference: "",
    overrideReason: "",
  };
}

/** Records a refund with its amount: all that is left of the payment, or a part. */
export function RecordRefundForm({ order, block, onDone }: Props) {
  const [record, { isLoading }] = useRecordRefundMutation();
  const form = useContractForm(recordRefundSchema, useState(firstValues(order))[0]);
  const submit = useContractSubmit(form, (body) => record({ orderId: order.order_id, body }).unwrap(), {
    about: `refund of ${order.order_id}`,
    sticky: true,
    onDone,
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Record a refund">
      <Stack gap="sm">
        <Group gap="sm" align="flex-start" grow>
          <TextInput
            label="Amount"
            inputMode="decimal"
            autoComplete="off"
            withAsterisk
            data-autofocus
            description="Enter less to record a part."
            {...registerField(form, "amount")}
          />
          <TextInput
            label="Currency"
            autoComplete="off"
            maxLength={3}
            withAsterisk
            description="Three letters."
            {...registerField(form, "currency")}
          />
        </Group>
        <NativeSelect label="Reason" withAsterisk data={REASONS} {...registerField(form, "reasonCode")} />
        <TextInput
          label="Reference"
          description="The processor's own number of the refund."
          autoComplete="off"
          {...registerField(form, "reference")}
        />
        <Textarea label="Note" autosize minRows={1} maxRows={4} {...registerField(form, "note")} />
        {block !== null && (
          <>
            <Text size="sm">{block}</Text>
            <Textarea
              label="Why is it recorded despite the dispute?"
              withAsterisk
              autosize
              minRows={1}
              maxRows={4}
              {...registerField(form, "overrideReason")}
            />
          </>
        )}
        <Text size="sm" c="dimmed">
          This only records the refund. It moves no money: refund it at the gateway first.
        </Text>
        <FormActions submit="Record the refund" loading={isLoading} onCancel={onDone} />
      </Stack>
    </form>
  );
}
