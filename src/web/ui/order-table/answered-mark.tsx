import { IconMessageReply } from "@tabler/icons-react";
import type { OrderRow } from "#contract/orders/orders.ts";
import classes from "./order-table.module.css";

/** Beside an order's id: its customer answered a question, and nobody dealt with the answer. */
export function AnsweredMark({ row }: { row: OrderRow }) {
  if (row.answered !== true) return null;
  return (
    <span role="img" className={classes.answered} aria-label="Answered" title="The customer answered">
      <IconMessageReply size={16} aria-hidden />
    </span>
  );
}
