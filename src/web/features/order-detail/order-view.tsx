import { Alert, Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAlertTriangle, IconClipboardList } from "@tabler/icons-react";
import { type ComponentProps, useDeferredValue } from "react";
import { useNavigationType } from "react-router";
import { formatDateTimeUtc } from "#contract/dates.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { MOVE_LABELS } from "#contract/orders/order-moves.ts";
import { CommentSections } from "#web/features/conversation/comment-sections.tsx";
import { DisputeNotice } from "#web/features/disputes/dispute-notice.tsx";
import { UploadDocumentSection } from "#web/features/documents/upload-document.section.tsx";
import { DownloadHistorySection } from "#web/features/downloads/download-history.section.tsx";
import { EmailChangeNotice } from "#web/features/email-changes/email-change-notice.tsx";
import { FilingPanel } from "#web/features/filings/filing-panel.tsx";
import { FileAgainNotice, FilingsSection } from "#web/features/filings/filings.section.tsx";
import { useFilingSheet } from "#web/features/filings/use-filing-sheet.ts";
import { BlockedAddresses } from "#web/features/mail/blocked-addresses.tsx";
import { EmailHistorySection } from "#web/features/mail/email-history.section.tsx";
import { CorrectionRequestsSection } from "#web/features/orders/corrections/correction-requests.section.tsx";
import { RelatedOrdersSection } from "#web/features/orders/related/related-orders.section.tsx";
import { RefundsSection } from "#web/features/refunds/refunds.section.tsx";
import { TimelineSection } from "#web/features/timeline/timeline.section.tsx";
import { PaymentDisputeSection } from "#web/features/transactions/payment-dispute.section.tsx";
import { useCommands } from "#web/platform/commands.ts";
import { Loading } from "#web/ui/loading.tsx";
import { Section } from "#web/ui/section.tsx";
import { STATUS_STYLES } from "#web/ui/status-style.ts";
import { FieldList } from "./field-list.tsx";
import type { KnownOrder } from "./known-order.ts";
import { moveGroups } from "./move-groups.ts";
import { MoveOrderSection } from "./move-order.section.tsx";
import classes from "./order-detail.module.css";
import { orderFields } from "./order-fields.ts";
import { DocumentSkeleton, MovesSkeleton, TimelineSkeleton } from "./order-skeleton.tsx";
import { PersonalInformationSection } from "./personal-information.section.tsx";
import { useMoveOrder } from "./use-move-order.ts";
import type { Neighbours } from "./use-neighbours.ts";

interface Props {
  known: KnownOrder;
  /** Undefined while only its row is known. */
  order: OrderDetails | undefined;
  neighbours: Neighbours;
}

/** As in the styles of the page: moves stand beside the order, else below the traveller's fields. */
const WIDE = "(min-width: 1296px)";

/** The order's data and actions in the order of work, with moves and timeline beside them. */
export function OrderView({ known, order, neighbours }: Props) {
  const { move, movingTo } = useMoveOrder(known.order_id, order, neighbours);
  const refundOffer = order?.next_statuses.includes("Refunds")
    ? { label: MOVE_LABELS.Refunds, run: () => void move("Refunds", MOVE_LABELS.Refunds) }
    : null;
  const govtOffer = order?.next_statuses.includes("AwaitingGovt")
    ? { label: MOVE_LABELS.AwaitingGovt, run: () => void move("AwaitingGovt", MOVE_LABELS.AwaitingGovt) }
    : null;
  const sheet = useFilingSheet();
  const moves = order === undefined ? [] : moveGroups(order).flatMap((group) => group.moves);
  useCommands(
    "Move this order",
    // While a move is in flight its buttons are disabled, and so are these.
    movingTo === undefined
      ? moves.map(({ status, label }) => ({
          label,
          icon: STATUS_STYLES[status].icon,
          run: () => void move(status, label),
        }))
      : [],
  );
  // What is below the first screen follows one frame later. Not when going back: the page must have its height at once
  // for its scroll position to be restored.
  const isReturning = useNavigationType() === "POP";
  const isComplete = useDeferredValue(order !== undefined, isReturning);
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  return (
    <>
      {order === undefined ? (
        <Loading label="Loading the order" />
      ) : (
        <>
          <PaidWhileDeleted order={order} />
          <DisputeNotice order={order} />
          <EmailChangeNotice order={order} />
          <BlockedAddresses order={order} />
          <FileAgainNotice order={order} onFile={sheet.open} />
          <CorrectionRequestsSection order={order} />
        </>
      )}
      <div className={classes.columns} data-sheet={sheet.isOpen}>
        {isWide && <Moves order={order} movingTo={movingTo} onMove={move} />}
        <div className={classes.main}>
          <PersonalInformationSection known={known} order={order} className={classes.fields ?? ""}>
            <Button
              ref={sheet.button}
              variant="default"
              size="xs"
              aria-expanded={sheet.isOpen}
              leftSection={<IconClipboardList size={16} aria-hidden />}
              onClick={sheet.open}
            >
              Filing sheet
            </Button>
          </PersonalInformationSection>
          {!isWide && <Moves order={order} movingTo={movingTo} onMove={move} />}
          {order === undefined ? <DocumentSkeleton /> : <UploadDocumentSection order={order} />}
          {order !== undefined && isComplete && (
            <>
              <CommentSections order={order} refundOffer={refundOffer} />
              <RefundsSection order={order} />
              <PaymentDisputeSection order={order} />
              <FilingsSection order={order} />
              <EmailHistorySection order={order} />
              <DownloadHistorySection downloads={order.downloadHistory} />
            </>
          )}
        </div>
        {sheet.isMounted && (
          <div className={classes.sheet}>
            <FilingPanel
              order={order}
              isOpen={sheet.isOpen}
              openings={sheet.openings}
              onClose={sheet.close}
              offer={govtOffer}
            />
          </div>
        )}
        <div className={classes.history}>
          <Section title="Order Details" className={classes.fields ?? ""}>
            <FieldList fields={orderFields(known)} />
          </Section>
          {order === undefined ? (
            <TimelineSkeleton />
          ) : (
            <>
              <RelatedOrdersSection order={order} />
              <TimelineSection entries={order.timeline} remarks={order.remark} head={order.history_head} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

interface MovesProps extends Omit<ComponentProps<typeof MoveOrderSection>, "order"> {
  /** Undefined while only its row is known. */
  order: OrderDetails | undefined;
}

function Moves({ order, ...props }: MovesProps) {
  return (
    <div className={classes.moves}>
      {order === undefined ? <MovesSkeleton /> : <MoveOrderSection order={order} {...props} />}
    </div>
  );
}

/** A payment was received for a deleted order: someone has to decide what happens to it. */
function PaidWhileDeleted({ order }: { order: OrderDetails }) {
  if (order.paid_while_deleted_at === null) return null;
  const money = [order.amount, order.currency].filter((part) => part !== null).join(" ");
  const what = [money, order.transaction_id === null ? "" : `transaction ${order.transaction_id}`].filter(
    (part) => part,
  );
  return (
    <Alert
      color="coral"
      role="region"
      c="var(--ad-ink)"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title="Payment for a deleted order"
    >
      {`A payment was received on ${formatDateTimeUtc(order.paid_while_deleted_at)}${what.length === 0 ? "" : ` (${what.join(", ")})`}, after the order was deleted. Press "Undo last move" to work on it, or move it to Refunds.`}
    </Alert>
  );
}
