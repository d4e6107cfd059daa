import { Button, Group, Radio, Stack, Text } from "@mantine/core";
import { useController } from "react-hook-form";
import { closeDisputeSchema, DISPUTE_OUTCOME_LABELS, DISPUTE_OUTCOMES, type Dispute } from "#contract/disputes.ts";
import type { OrderDetails } from "#contract/orders.ts";
import { useContractForm } from "#web/platform/form.ts";
import { showRefusal } from "#web/platform/show-refusal.ts";
import { toast } from "#web/platform/toasts.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { DisputeFacts } from "./dispute-facts.tsx";
import { OUTCOME_MEANINGS } from "./dispute-words.ts";
import { useCloseDisputeMutation } from "./disputes.api.ts";
import { useOpenedDispute } from "./use-opened-dispute.ts";

interface Props {
  order: OrderDetails;
  isOpen: boolean;
  onClose: () => void;
}

/** Notes how the open dispute ended. */
export function CloseDisputeDialog({ order, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Close dispute">
      <OpenedFor order={order} onDone={onClose} />
    </Dialog>
  );
}

function OpenedFor({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const dispute = useOpenedDispute(order);
  return dispute && <CloseForm orderId={order.order_id} dispute={dispute.now} onDone={onDone} />;
}

const formSchema = closeDisputeSchema.pick({ outcome: true });

function CloseForm({ orderId, dispute, onDone }: { orderId: number; dispute: Dispute; onDone: () => void }) {
  const [close, { isLoading }] = useCloseDisputeMutation();
  const form = useContractForm(formSchema, {});
  const { field, fieldState } = useController({ control: form.control, name: "outcome" });

  const about = `dispute ${dispute.id}`;
  const submit = form.handleSubmit(async ({ outcome }) => {
    try {
      // What is closed is what stands above: a change that came meanwhile is shown there first.
      const body = { disputeId: dispute.id, version: dispute.version, outcome };
      const { message } = await close({ orderId, body }).unwrap();
      toast.success(message, { about });
      onDone();
    } catch (thrown) {
      showRefusal(form, thrown, { sticky: true, about });
    }
  });

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
            {DISPUTE_OUTCOMES.map((outcome, index) => (
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
        <Text size="sm" c="dimmed">
          This moves no money and no order. A closed dispute can be opened again.
        </Text>
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={isLoading}>
            Close dispute
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
