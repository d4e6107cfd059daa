import { IconAlertTriangle, IconMessageReply } from "@tabler/icons-react";
import type { OrderRow } from "#contract/orders/orders.ts";
import classes from "./order-table.module.css";

/** Beside an order's id: what its customer said and nobody dealt with. */
export function CustomerMarks({ row }: { row: OrderRow }) {
  return (
    <>
      {row.answered === true && (
        <span role="img" className={classes.answered} aria-label="Answered" title="The customer answered">
          <IconMessageReply size={16} aria-hidden />
        </span>
      )}
      {row.download_questioned === true && (
        <span
          role="img"
          className={classes.answered}
          aria-label="Download questioned"
          title="The customer says that a download was not theirs"
        >
          <IconAlertTriangle size={16} aria-hidden />
        </span>
      )}
    </>
  );
}
