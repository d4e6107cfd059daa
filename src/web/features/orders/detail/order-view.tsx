import { useRef } from "react";
import { MOVE_LABELS } from "#contract/order-status.ts";
import type { OrderDetails } from "#contract/orders.ts";
import { DisputeNotice } from "#web/features/disputes/dispute-notice.tsx";
import { UploadDocumentSection } from "#web/features/documents/upload-document.section.tsx";
import { DownloadHistorySection } from "#web/features/downloads/download-history.section.tsx";
import { BlockedAddresses } from "#web/features/mail/blocked-address.tsx";
import { EmailHistorySection } from "#web/features/mail/email-history.section.tsx";
import { AddCommentSection } from "#web/features/remarks/add-comment.section.tsx";
import { CommentHistorySection } from "#web/features/remarks/comment-history.section.tsx";
import { TimelineSection } from "#web/features/timeline/timeline.section.tsx";
import { PaymentDisputeSection } from "#web/features/transactions/payment-dispute.section.tsx";
import { useCommands } from "#web/platform/commands.ts";
import { type Beginning, Section } from "#web/ui/section.tsx";
import { STATUS_STYLES } from "#web/ui/status-style.ts";
import { FieldList } from "./field-list.tsx";
import { moveGroups } from "./move-groups.ts";
import { MoveOrderSection } from "./move-order.section.tsx";
import classes from "./order-detail.module.css";
import { orderFields, personalFields } from "./order-fields.ts";
import { useMoveOrder } from "./use-move-order.ts";

/** What is known of the order and done with it; moves and history stand beside it. */
export function OrderView({ order }: { order: OrderDetails }) {
  const { move, movingTo } = useMoveOrder(order);
  const refundOffer = order.next_statuses.includes("Refunds")
    ? { label: MOVE_LABELS.Refunds, run: () => void move("Refunds", MOVE_LABELS.Refunds) }
    : null;
  const dispute = useRef<Beginning>(null);
  const upload = useRef<Beginning>(null);
  const mails = useRef<Beginning>(null);
  const moves = moveGroups(order.next_statuses).flatMap((group) => group.moves);
  useCommands(
    "Move this order",
    // While one move is under way the buttons rest, and so do these.
    movingTo === undefined
      ? moves.map(({ status, label }) => ({
          label,
          icon: STATUS_STYLES[status].icon,
          run: () => void move(status, label),
        }))
      : [],
  );
  return (
    <>
      <DisputeNotice order={order} ref={dispute} />
      <BlockedAddresses order={order} />
      <div className={classes.columns}>
        <div className={classes.moves}>
          <MoveOrderSection order={order} movingTo={movingTo} onMove={move} />
        </div>
        <div className={classes.main}>
          <Section title="Order Details" className={`${classes.fields} ${classes.dense}`}>
            <FieldList fields={orderFields(order)} />
          </Section>
          <Section title="Personal Information" className={classes.fields ?? ""}>
            <FieldList fields={personalFields(order)} />
          </Section>
          <PaymentDisputeSection
            order={order}
            onUpload={() => upload.current?.begin()}
            onResend={() => mails.current?.begin()}
            onEditDispute={() => dispute.current?.begin()}
          />
          <UploadDocumentSection order={order} ref={upload} />
          <EmailHistorySection order={order} ref={mails} />
          <DownloadHistorySection downloads={order.downloadHistory} />
          <AddCommentSection order={order} refundOffer={refundOffer} />
          <CommentHistorySection remarks={order.remark} />
        </div>
        <div className={classes.history}>
          <TimelineSection entries={order.timeline} remarks={order.remark} head={order.history_head} />
        </div>
      </div>
    </>
  );
}
