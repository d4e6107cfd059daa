import { Anchor, NativeSelect, Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { dismissDuplicateSchema } from "#contract/orders/related-orders.ts";
import { viewOrderHref } from "#web/platform/paths.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { ReasonForm } from "#web/ui/reason-form.tsx";
import { comparedFacts } from "./compared-facts.ts";
import { useComparedOrderQuery, useDismissDuplicateMutation } from "./related.api.ts";
import classes from "./related.module.css";

interface Props {
  order: OrderDetails;
  /** At least one. */
  others: readonly number[];
  onDone: () => void;
}

/** Two orders side by side, and the decision that they are no duplicates. */
export function CompareOrders({ order, others, onDone }: Props) {
  const [otherId, choose] = useState(others[0] ?? 0);
  const { currentData, error, refetch } = useComparedOrderQuery(otherId);
  return (
    <Stack gap="sm">
      {others.length > 1 && (
        <NativeSelect
          label="Compare with"
          data={others.map((id) => ({ value: String(id), label: `Order ${id}` }))}
          value={otherId}
          onChange={({ currentTarget: { value } }) => choose(Number(value))}
        />
      )}
      {error !== undefined ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <FactTable order={order} otherId={otherId} other={currentData?.data} onOpen={onDone} />
      )}
      {order.duplicates.includes(otherId) && (
        <DismissForm key={otherId} orderId={order.order_id} otherId={otherId} onDone={onDone} />
      )}
    </Stack>
  );
}

interface TableProps {
  order: OrderDetails;
  otherId: number;
  other: OrderDetails | undefined;
  onOpen: () => void;
}

function FactTable({ order, otherId, other, onOpen }: TableProps) {
  return (
    <table className={classes.facts} aria-busy={other === undefined}>
      <thead>
        <tr>
          <th scope="col">Fact</th>
          {[order.order_id, otherId].map((id) => (
            <th key={id} scope="col">
              <Anchor component={Link} to={viewOrderHref(id)} inherit onClick={onOpen}>{`Order ${id}`}</Anchor>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {comparedFacts(order, other).map((fact) => (
          <tr key={fact.label} data-differs={fact.differs}>
            <th scope="row">
              <span>{fact.label}</span>
              {fact.differs && <span className={classes.differs}>differs</span>}
            </th>
            <td>
              <bdi>{fact.own || "-"}</bdi>
            </td>
            <td>{fact.other === undefined ? <Skeleton height={14} width="70%" /> : <bdi>{fact.other || "-"}</bdi>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const reasonSchema = dismissDuplicateSchema.pick({ reason: true });

function DismissForm({ orderId, otherId, onDone }: { orderId: number; otherId: number; onDone: () => void }) {
  const [dismiss, { isLoading }] = useDismissDuplicateMutation();
  return (
    <ReasonForm
      schema={reasonSchema}
      topic={`duplicate ${orderId} ${otherId}`}
      send={({ reason }) => dismiss({ orderId, otherId, reason }).unwrap()}
      onDone={onDone}
      name="Not a duplicate"
      label="Why these are not duplicates"
      description="Kept in the history of both orders. It holds until a passport number or an arrival date changes."
      isFocused={false}
      submit="Not a duplicate"
      loading={isLoading}
      mt={0}
    />
  );
}
