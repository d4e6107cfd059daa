import { Anchor, Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import { formatDay } from "#contract/dates.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { MAX_RELATED, type RelatedOrders, type Relation, type SharedKey } from "#contract/orders/related-orders.ts";
import { useCommands } from "#web/platform/commands.ts";
import { viewOrderHref } from "#web/platform/paths.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { RefreshFailed } from "#web/ui/refresh-failed.tsx";
import { Section } from "#web/ui/section.tsx";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { CompareDialog } from "./compare-dialog.tsx";
import { useRelatedOrdersQuery } from "./related.api.ts";
import classes from "./related.module.css";

const RELATION_LABELS: Record<Relation, string> = {
  duplicate: "Possible duplicate",
  same_traveller: "Same traveller",
  travels_together: "Travels together",
  same_contact: "Same contact",
};
const KEY_LABELS: Record<SharedKey, string> = {
  passport: "passport",
  email: "email",
  telephone: "telephone",
  card: "card",
};

/** Rows shown before the member asks for all. */
const FIRST = 3;

export function RelatedList({ order }: { order: OrderDetails }) {
  const { data, error, refetch } = useRelatedOrdersQuery(order.order_id);
  const [isAll, setAll] = useState(false);
  const [compared, compare] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) {
    if (error === undefined) return null;
    return (
      <Section title="Same traveller">
        <ErrorState error={error} onRetry={refetch} />
      </Section>
    );
  }
  const { orders, more } = data.data;
  if (orders.length === 0 && more.length === 0) return null;
  return (
    <Section title="Same traveller">
      {error !== undefined && <RefreshFailed error={error} onRetry={refetch} />}
      <ul>
        {(isAll ? orders : orders.slice(0, FIRST)).map((related) => (
          <Row
            key={related.order_id}
            related={related}
            onCompare={() => {
              compare(related.order_id);
              setOpen(true);
            }}
          />
        ))}
      </ul>
      {orders.length > FIRST && !isAll && (
        <Button variant="default" size="xs" mt="xs" fullWidth onClick={() => setAll(true)}>
          {`Show all ${orders.length}`}
        </Button>
      )}
      {more.length > 0 && (
        <p className={classes.none}>
          {`And more: over ${MAX_RELATED} orders have the same ${more.map((key) => KEY_LABELS[key]).join(", ")}.`}
        </p>
      )}
      <CompareDialog
        key={compared}
        order={order}
        others={compared === null ? [] : [compared]}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </Section>
  );
}

function Row({ related, onCompare }: { related: RelatedOrders["orders"][number]; onCompare: () => void }) {
  const { order_id, process_status, full_name, arrival_date, relation, shares } = related;
  return (
    <li className={classes.row} data-relation={relation}>
      <div className={classes.line}>
        <Anchor component={Link} to={viewOrderHref(order_id)} inherit data-printed>{`Order ${order_id}`}</Anchor>
        <StatusBadge status={process_status} />
      </div>
      <bdi className={classes.name}>{full_name ?? "-"}</bdi>
      <div className={classes.line}>
        <span className={classes.about}>
          <strong>{RELATION_LABELS[relation]}</strong>
          <span>{`: same ${shares.map((key) => KEY_LABELS[key]).join(", ")}. `}</span>
          <span>{arrival_date === null ? "No arrival date" : `Arrival ${formatDay(arrival_date)}`}</span>
        </span>
        <Button variant="subtle" size="compact-xs" aria-label={`Compare with order ${order_id}`} onClick={onCompare}>
          Compare
        </Button>
      </div>
    </li>
  );
}

/** Beside the order's status when it may be a duplicate; opens both side by side. */
export function DuplicateBadge({ order }: { order: OrderDetails }) {
  const { duplicates } = order;
  // Those at the time of opening: what was typed stays when a colleague's decision arrives meanwhile.
  const [others, setOthers] = useState<readonly number[]>([]);
  const [isOpen, setOpen] = useState(false);
  const isMarked = duplicates.length > 0;
  const open = () => {
    setOthers(duplicates);
    setOpen(true);
  };
  useCommands("This order", isMarked ? [{ label: "Compare with its duplicate", icon: IconUsers, run: open }] : []);
  return (
    <>
      {isMarked && (
        <Button
          size="compact-sm"
          className={classes.badge ?? ""}
          leftSection={<IconUsers size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={open}
        >
          Possible duplicate
        </Button>
      )}
      <CompareDialog order={order} others={others} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
