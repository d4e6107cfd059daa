import { undoRefundSchema } from "#contract/refunds/record-refund.ts";
import { ReasonForm } from "#web/ui/reason-form.tsx";
import { useUndoRefundMutation } from "./refunds.api.ts";

const reasonSchema = undoRefundSchema.pick({ reason: true });

/** Undoes the record of a refund, with a reason. */
export function UndoRefundForm(props: { orderId: number; refundId: number; onDone: () => void }) {
  const { orderId, refundId, onDone } = props;
  const [send, { isLoading }] = useUndoRefundMutation();
  return (
    <ReasonForm
      schema={reasonSchema}
      topic={`undo refund ${refundId}`}
      send={({ reason }) => send({ orderId, body: { refundId, reason } }).unwrap()}
      about={`refund ${refundId}`}
      sticky
      onDone={onDone}
      label="Why is the refund undone?"
      description="It stays on record with this reason, and the amount is due again. It moves no money."
      submit="Undo the refund"
      loading={isLoading}
    />
  );
}
