import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { formatDay } from "#contract/dates.ts";
import {
  DISPUTE_OUTCOME_LABELS,
  DISPUTE_REASON_LABELS,
  type DisputeRow,
  type DisputeState,
} from "#contract/disputes/disputes.ts";
import { PACK_NAMES } from "#web/features/packs/pack-labels.ts";
import { viewOrderHref } from "#web/platform/paths.ts";
import { Instant } from "#web/ui/instant.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { amountText } from "./dispute-text.ts";
import classes from "./disputes.module.css";
import { DueMark } from "./due-mark.tsx";

type Column = RecordColumn<DisputeRow>;

const ORDER: Column = { header: "Order", cell: orderCell };
const CUSTOMER: Column = { header: "Customer", cell: ({ full_name }) => <bdi>{full_name ?? "-"}</bdi> };
const REASON: Column = {
  header: "Reason",
  cell: ({ reason }) => (reason === null ? "-" : DISPUTE_REASON_LABELS[reason]),
};
const AMOUNT: Column = { header: "Amount", cell: (row) => amountText(row) ?? "-" };
const CASE: Column = { header: "Case id", isLong: true, cell: ({ case_id }) => case_id ?? "-" };
const MADE: Column = { header: "Packs made", cell: ({ packs_made }) => packs_made };

/** The columns of the overview. */
export const DISPUTE_COLUMNS: Record<DisputeState, readonly Column[]> = {
  open: [
    ORDER,
    { header: "Answer due", cell: dueCell },
    CUSTOMER,
    REASON,
    AMOUNT,
    CASE,
    {
      header: "Pack that fits",
      cell: ({ suggested_pack }) => (suggested_pack === null ? "-" : PACK_NAMES[suggested_pack]),
    },
    MADE,
  ],
  closed: [
    ORDER,
    { header: "Outcome", cell: ({ outcome }) => (outcome === null ? "-" : DISPUTE_OUTCOME_LABELS[outcome]) },
    { header: "Closed (UTC)", cell: ({ closed_at, closed_by }) => closedCell(closed_at, closed_by) },
    CUSTOMER,
    REASON,
    AMOUNT,
    CASE,
    MADE,
  ],
};

function orderCell({ order_id, status_label }: DisputeRow) {
  return (
    <>
      <Anchor component={Link} to={viewOrderHref(order_id)} inherit className={classes.order ?? ""}>
        {`Order ${order_id}`}
      </Anchor>
      <span className={classes.second}>{status_label}</span>
    </>
  );
}

function dueCell({ due_date, days_left }: DisputeRow) {
  if (due_date === null || days_left === null) return "No date entered";
  return (
    <>
      <span>{formatDay(due_date)}</span>
      <span className={classes.second}>
        <DueMark daysLeft={days_left} />
      </span>
    </>
  );
}

function closedCell(at: string | null, by: string | null) {
  if (at === null) return "-";
  return (
    <>
      <Instant at={at} />
      {by !== null && <span className={classes.second}>{`by ${by}`}</span>}
    </>
  );
}
