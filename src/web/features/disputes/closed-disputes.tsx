import { Button, Title } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { formatDateTimeUtc } from "#contract/dates.ts";
import { DISPUTE_OUTCOME_LABELS, DISPUTE_REASON_LABELS, type Dispute } from "#contract/disputes/disputes.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { reported } from "#web/platform/reported.ts";
import line from "#web/ui/file-line.module.css";
import { amountText } from "./dispute-text.ts";
import { useReopenDisputeMutation } from "./disputes.api.ts";
import classes from "./disputes.module.css";

/** The order's closed disputes, newest first; one can be reopened while no other is open. */
export function ClosedDisputes({ order }: { order: OrderDetails }) {
  const closed = order.disputes.filter(({ is_open }) => !is_open);
  if (closed.length === 0) return null;
  return (
    <div className={classes.closedList}>
      <Title order={3} size="0.875rem">
        Closed disputes
      </Title>
      <ul>
        {closed.map((dispute) => (
          <ClosedDispute
            key={dispute.id}
            orderId={order.order_id}
            dispute={dispute}
            canReopen={order.dispute === null}
          />
        ))}
      </ul>
    </div>
  );
}

function ClosedDispute({ orderId, dispute, canReopen }: { orderId: number; dispute: Dispute; canReopen: boolean }) {
  const { id, version, outcome, closed_at, closed_by, reason, case_id } = dispute;
  const [send, { isLoading }] = useReopenDisputeMutation();
  const reopen = () =>
    reported(send({ orderId, body: { disputeId: id, version } }).unwrap(), { sticky: true, about: `dispute ${id}` });
  const facts = [reason && DISPUTE_REASON_LABELS[reason], amountText(dispute), case_id && `case ${case_id}`];
  const known = facts.filter((fact) => fact !== null && fact !== "");
  return (
    <li className={classes.closedDispute}>
      <div className={line.about}>
        <p className={classes.outcome}>
          <span>{outcome === null ? "Closed" : DISPUTE_OUTCOME_LABELS[outcome]}</span>
          <span className={classes.when}>
            {` ${formatDateTimeUtc(closed_at)}${closed_by === null ? "" : ` by ${closed_by}`}`}
          </span>
        </p>
        {known.length > 0 && <p className={classes.known}>{known.join(" · ")}</p>}
      </div>
      {canReopen && (
        <Button
          variant="default"
          size="xs"
          loading={isLoading}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          aria-label={`Reopen the dispute closed ${formatDateTimeUtc(closed_at)}`}
          onClick={reopen}
        >
          Reopen
        </Button>
      )}
    </li>
  );
}
