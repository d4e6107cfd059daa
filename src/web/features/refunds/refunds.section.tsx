import { Button, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowBackUp, IconCoins } from "@tabler/icons-react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { refundBlock } from "#contract/refunds/refund-guard.ts";
import type { Refund } from "#contract/refunds/refunds.ts";
import { useCommands } from "#web/platform/commands.ts";
import { useCan } from "#web/platform/use-can.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { Section } from "#web/ui/section.tsx";
import { amountText, dueText, refundFacts, undoneText } from "./refund-text.ts";
import classes from "./refunds.module.css";

const loadForm = async () => (await import("./record-refund-form.tsx")).RecordRefundForm;
const loadUndo = async () => (await import("./undo-refund-form.tsx")).UndoRefundForm;

/** What is due, what went back, and why a dispute stands against it; absent where there is neither. */
export function RefundsSection({ order }: { order: OrderDetails }) {
  const [isRecording, recording] = useDisclosure(false);
  const mayOverride = useCan("refunds:override");
  const isDue = order.process_status === "Refunds" && order.refund_date === null;
  const block = isDue ? refundBlock(order.disputes) : null;
  const canRecord = isDue && (block === null || mayOverride);
  useCommands("This order", canRecord ? [{ label: "Record a refund", icon: IconCoins, run: recording.open }] : []);
  const counted = order.refunds.filter(({ undone_at }) => undone_at === null);
  const undone = order.refunds.filter(({ undone_at }) => undone_at !== null);
  // A date from before refunds were kept one by one.
  const isDateAlone = order.refund_date !== null && counted.length === 0;
  return (
    <>
      {(isDue || isDateAlone || order.refunds.length > 0) && (
        <Section
          title="Refund"
          actions={
            canRecord && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconCoins size={16} aria-hidden />}
                onClick={recording.open}
              >
                Record a refund
              </Button>
            )
          }
        >
          {isDue && <p className={classes.due}>{dueText(order.refund_position)}</p>}
          {block !== null && <p className={classes.block}>{block}</p>}
          {isDateAlone && <p className={classes.due}>Amount not recorded</p>}
          <ul className={classes.refunds}>
            {counted.map((refund) => (
              <CountedRefund key={refund.id} orderId={order.order_id} refund={refund} canUndo={mayOverride} />
            ))}
          </ul>
          {undone.length > 0 && (
            <details>
              <summary>Undone</summary>
              <ul className={classes.refunds}>
                {undone.map((refund) => (
                  <li key={refund.id} className={classes.undone}>
                    <span>{[amountText(refund), ...refundFacts(refund), undoneText(refund)].join(" · ")}</span>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </Section>
      )}
      {/* Outside the section: what was typed survives when a colleague moves the order. */}
      <Dialog isOpen={isRecording} onClose={recording.close} title="Record a refund">
        <LoadedPart
          load={loadForm}
          props={{ order, block, onDone: recording.close }}
          skeleton={<Skeleton height={411} />}
        />
      </Dialog>
    </>
  );
}

function CountedRefund({ orderId, refund, canUndo }: { orderId: number; refund: Refund; canUndo: boolean }) {
  const [isUndoing, undoing] = useDisclosure(false);
  return (
    <li>
      <span>
        <strong>{amountText(refund)}</strong> <span>{refundFacts(refund).join(" · ")}</span>
      </span>
      {canUndo && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          aria-label={`Undo the refund of ${amountText(refund)}`}
          onClick={undoing.open}
        >
          Undo
        </Button>
      )}
      <Dialog isOpen={isUndoing} onClose={undoing.close} title="Undo the refund">
        <LoadedPart
          load={loadUndo}
          props={{ orderId, refundId: refund.id, onDone: undoing.close }}
          skeleton={<Skeleton height={150} />}
        />
      </Dialog>
    </li>
  );
}
