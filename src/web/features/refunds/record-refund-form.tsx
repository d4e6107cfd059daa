import { Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type * as z from "zod";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { REFUND_MESSAGES } from "#contract/refunds/messages.ts";
import { recordRefundSchema } from "#contract/refunds/record-refund.ts";
import { REFUND_REASON_LABELS, REFUND_REASONS } from "#contract/refunds/refunds.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { useKeptForm } from "#web/platform/use-kept-form.ts";
import { EditConflict } from "#web/ui/edit-conflict.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { KeptNote } from "#web/ui/kept-note.tsx";
import { amountText } from "./refund-text.ts";
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

/** The server says why as well, but not at which field: a Team member has none. */
const despiteDispute = recordRefundSchema.refine(({ overrideReason }) => overrideReason !== null, {
  path: ["overrideReason"],
  error: REFUND_MESSAGES.refundOverrideReason,
});

const TYPED = ["amount", "currency", "reasonCode", "reference", "note", "overrideReason"] as const;

/** What is recorded by now, and what is left of the payment. */
function changedText({ refunds, refund_position: { left, currency } }: OrderDetails): string {
  const counted = refunds.filter(({ undone_at }) => undone_at === null).map((refund) => amountText(refund));
  const recorded = counted.length === 0 ? "No refund is recorded now." : `Recorded by now: ${counted.join(", ")}.`;
  return left === null ? recorded : `${recorded} Left of the payment: ${left} ${currency ?? ""}`.trimEnd().concat(".");
}

/** Records a refund with its amount: all that is left of the payment, or a part. */
export function RecordRefundForm({ order, block, onDone }: Props) {
  const [record, { isLoading }] = useRecordRefundMutation();
  const schema = block === null ? recordRefundSchema : despiteDispute;
  const form = useContractForm(schema, useState(firstValues(order))[0]);
  const about = `refund of ${order.order_id}`;
  const { isKept, forget } = useKeptForm(form, about, TYPED);
  const end = () => {
    forget();
    onDone();
  };
  const submit = useContractSubmit(form, (body) => record({ orderId: order.order_id, body }).unwrap(), {
    about,
    sticky: true,
    onDone: ({ data }) => {
      form.setValue("lastRefundId", data.id);
      end();
    },
  });
  const seen = form.watch("lastRefundId");
  const [newest] = order.refunds;
  return (
    <form onSubmit={submit} noValidate aria-label="Record a refund">
      <Stack gap="sm">
        {isKept && <KeptNote />}
        {(newest?.id ?? null) !== seen && (
          <EditConflict
            title="The refunds of this order have changed"
            take="Use what is left now"
            onTake={() => form.reset(firstValues(order))}
            keep="Keep what I typed"
            onKeep={() => form.setValue("lastRefundId", newest?.id ?? null)}
          >
            <p>{changedText(order)}</p>
          </EditConflict>
        )}
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
        <FormActions submit="Record the refund" loading={isLoading} onCancel={end} />
      </Stack>
    </form>
  );
}
