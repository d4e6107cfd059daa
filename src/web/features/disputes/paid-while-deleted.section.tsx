import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { PAID_WHILE_DELETED_LISTED, type PaidWhileDeleted } from "#contract/disputes/disputes.ts";
import { viewOrderHref } from "#web/platform/paths.ts";
import { Instant } from "#web/ui/instant.tsx";
import { RecordTable } from "#web/ui/record-table.tsx";
import { Section } from "#web/ui/section.tsx";
import { amountWords } from "./dispute-words.ts";
import classes from "./disputes.module.css";

/** Payments for deleted orders, which no queue shows; hidden when there are none. */
export function PaidWhileDeletedSection({ orders }: { orders: readonly PaidWhileDeleted[] }) {
  if (orders.length === 0) return null;
  return (
    <Section title="Payments for deleted orders">
      <p>Each order was paid after it was deleted: restore it to work on it, or move it to Refunds.</p>
      <RecordTable
        label="Payments for deleted orders"
        columns={[
          { header: "Order", cell: orderCell },
          { header: "Paid (UTC)", cell: ({ at }) => <Instant at={at} /> },
          { header: "Customer", cell: ({ full_name }) => <bdi>{full_name ?? "-"}</bdi> },
          { header: "Amount", cell: (order) => amountWords(order) ?? "-" },
          { header: "Transaction ID", isLong: true, cell: ({ transaction_id }) => transaction_id ?? "-" },
        ]}
        rows={orders}
        rowKey={({ order_id }) => order_id}
        limit={PAID_WHILE_DELETED_LISTED}
      />
    </Section>
  );
}

function orderCell({ order_id }: PaidWhileDeleted) {
  return (
    <Anchor component={Link} to={viewOrderHref(order_id)} inherit className={classes.order ?? ""}>
      {`Order ${order_id}`}
    </Anchor>
  );
}
