import { useParams } from "react-router";
import { decodeOrderId } from "#contract/orders/order-id.ts";
import { useKeptLists } from "#web/features/orders/use-kept-lists.ts";
import { toApiError } from "#web/platform/api-error.ts";
import { useReservedHeight } from "#web/platform/use-reserved-height.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { RefreshFailed } from "#web/ui/refresh-failed.tsx";
import { useKnownRow } from "./known-order.ts";
import classes from "./order-detail.module.css";
import { OrderHeader } from "./order-header.tsx";
import { OrderNotFound } from "./order-not-found.tsx";
import { OrderSkeleton } from "./order-skeleton.tsx";
import { OrderView } from "./order-view.tsx";
import { useNeighbours } from "./use-neighbours.ts";
import { useOrder } from "./use-order.ts";

const NOT_FOUND = 404;

/** `/admin/view-order/:orderId`, with the id in its route form. */
export function OrderDetailPage() {
  const { orderId: encoded = "" } = useParams();
  const orderId = decodeOrderId(encoded);
  return orderId === null ? <OrderNotFound /> : <Loaded key={orderId} orderId={orderId} />;
}

function Loaded({ orderId }: { orderId: number }) {
  const { order, error, refetch } = useOrder(orderId);
  const row = useKnownRow(orderId);
  useKeptLists(orderId);
  const { measured, reserved } = useReservedHeight();
  const neighbours = useNeighbours(orderId, order !== undefined || error !== undefined);
  // A row whose order can't be read may be stale, or no longer for this member.
  const known = order ?? (error === undefined ? row : undefined);
  if (error !== undefined && toApiError(error).httpStatus === NOT_FOUND) return <OrderNotFound />;
  return (
    <div
      ref={measured}
      className={classes.page}
      style={{ minHeight: order === undefined && error === undefined ? reserved : undefined }}
    >
      <OrderHeader
        orderId={orderId}
        order={known}
        details={order}
        neighbours={neighbours}
        hasFailed={known === undefined && error !== undefined}
      />
      {known === undefined &&
        (error === undefined ? <OrderSkeleton /> : <ErrorState error={error} onRetry={refetch} />)}
      {known !== undefined && (
        <>
          {error !== undefined && <RefreshFailed error={error} onRetry={refetch} />}
          <OrderView known={known} order={order} neighbours={neighbours} />
        </>
      )}
    </div>
  );
}
