import { Radio, Stack, Text, Textarea } from "@mantine/core";
import { useId } from "react";
import { useController } from "react-hook-form";
import {
  closeDisputeSchema,
  DISPUTE_OUTCOME_LABELS,
  DISPUTE_OUTCOMES,
  type Dispute,
  type DisputeOutcome,
} from "#contract/disputes/disputes.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useCan } from "#web/platform/use-can.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { DisputeFacts } from "./dispute-facts.tsx";
import { OUTCOME_MEANINGS } from "./dispute-text.ts";
import { useCloseDisputeMutation } from "./disputes.api.ts";
import { useOpenedDispute } from "./use-opened-dispute.ts";

/** Records how the open dispute ended. */
export function CloseDisputeForm({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const dispute = useOpenedDispute(order);
  return dispute && <CloseForm orderId={order.order_id} dispute={dispute.now} onDone={onDone} />;
}

function CloseForm({ orderId, dispute, onDone }: { orderId: number; dispute: Dispute; onDone: () => void }) {
  const [close, { isLoading }] = useCloseDisputeMutation();
  const mayWithdraw = useCan("disputes:withdraw");
  // With a case id the processor knows the dispute.
  const isOffered = (outcome: DisputeOutcome) =>
    outcome !== "opened_in_error" || (mayWithdraw && dispute.case_id === null);
  const form = useContractForm(closeDisputeSchema, {
    disputeId: dispute.id,
    version: dispute.version,
    reason: "",
  });
  const reason = useId();
  const { field, fieldState } = useController({ control: form.control, name: "outcome" });

  const submit = useContractSubmit(
    form,
    // Closes the version that is shown: a concurrent change is shown first.
    ({ outcome, reason: why }) =>
      close({ orderId, body: { disputeId: dispute.id, version: dispute.version, outcome, reason: why } }).unwrap(),
    { about: `dispute ${dispute.id}`, sticky: true, onDone },
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <DisputeFacts dispute={dispute} />
        <Radio.Group
          label="How did it end?"
          withAsterisk
          name={field.name}
          value={field.value ?? null}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        >
          <Stack gap="xs" mt={6} mb={4}>
            {DISPUTE_OUTCOMES.filter(isOffered).map((outcome, index) => (
              <Radio
                key={outcome}
                value={outcome}
                label={DISPUTE_OUTCOME_LABELS[outcome]}
                description={OUTCOME_MEANINGS[outcome]}
                {...(index === 0 && { ref: field.ref, "data-autofocus": true })}
              />
            ))}
          </Stack>
        </Radio.Group>
        {field.value === "opened_in_error" && (
          <Textarea
            id={reason}
            label="Why was the flag a mistake?"
            description="It is recorded in the order's history. The order counts as undisputed again."
            withAsterisk
            autosize
            minRows={1}
            maxRows={4}
            {...registerField(form, "reason")}
          />
        )}
        <Text size="sm" c="dimmed">
          Closing it moves neither the money nor the order. A closed dispute can be opened again.
        </Text>
        <FormActions submit="Close dispute" loading={isLoading} onCancel={onDone} />
      </Stack>
    </form>
  );
}
