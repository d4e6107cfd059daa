import type { RefundTotal } from "#contract/refunds/refunds.ts";
import { useRefundTotalsQuery } from "#web/features/orders/list/data/order-rows.api.ts";
import { refundTotalsText } from "#web/ui/order-table/refund-text.ts";
import classes from "./refund-totals.module.css";

const NONE: RefundTotal[] = [];

/** What is due and what was recorded in Refunds, by currency, beside the title. */
export function RefundTotals() {
  const { data } = useRefundTotalsQuery();
  const { due, recorded } = refundTotalsText(data?.data ?? NONE);
  // The line stands before its figures: the list below doesn't move when they arrive.
  return (
    <dl className={classes.totals} translate="no">
      <div>
        <dt>Due</dt> <dd>{due}</dd>
      </div>
      <div>
        <dt>Recorded</dt> <dd>{recorded}</dd>
      </div>
    </dl>
  );
}
