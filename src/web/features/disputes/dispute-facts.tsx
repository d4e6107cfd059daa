import type { ReactNode } from "react";
import { formatDay } from "#contract/dates.ts";
import { DISPUTE_REASON_LABELS, DISPUTE_STAGE_LABELS, type Dispute } from "#contract/disputes/disputes.ts";
import { serverNow } from "#web/platform/server-clock.ts";
import { amountText, daysUntil } from "./dispute-text.ts";
import classes from "./disputes.module.css";
import { DueMark } from "./due-mark.tsx";

const UNKNOWN = "Not entered";

/** The details of a dispute. */
export function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { reason, stage, due_date, case_id } = dispute;
  return (
    <dl className={classes.facts}>
      <Fact label="Reason" value={reason && DISPUTE_REASON_LABELS[reason]} />
      {stage !== null && <Fact label="Stage" value={DISPUTE_STAGE_LABELS[stage]} />}
      <Fact label="Amount" value={amountText(dispute)} />
      <Fact label="Answer due" value={due_date && <Due day={due_date} />} />
      <Fact label="Case id" value={case_id} />
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-unknown={value === null}>{value ?? UNKNOWN}</dd>
    </div>
  );
}

function Due({ day }: { day: string }) {
  return (
    <>
      <span>{formatDay(day)}</span> <DueMark daysLeft={daysUntil(day, new Date(serverNow()))} />
    </>
  );
}
