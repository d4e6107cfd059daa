import * as z from "zod";
import { REFUND_MESSAGES } from "#contract/refunds/messages.ts";
import { REFUND_TEXT_MAX } from "#contract/refunds/refunds.ts";
import { requiredLine } from "#contract/text-schemas.ts";
import { ReasonForm } from "#web/ui/reason-form.tsx";

interface Props {
  onOverride: (reason: string) => Promise<void>;
  onClose: () => void;
}

const reasonSchema = z.object({ reason: requiredLine(REFUND_MESSAGES.refundOverrideReason, REFUND_TEXT_MAX) });

/** Records the refunds that disputes block, with a reason. */
export function OverrideRefundsForm({ onOverride, onClose }: Props) {
  return (
    <ReasonForm
      schema={reasonSchema}
      topic="refunds despite disputes"
      send={async ({ reason }) => {
        await onOverride(reason);
        return null;
      }}
      onDone={onClose}
      label="Why are they recorded despite the dispute?"
      description="Records only the orders that a dispute blocks. The reason is kept with each refund."
      submit="Record these refunds"
    />
  );
}
