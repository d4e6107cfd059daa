import { useParams } from "react-router";
import { decodeOrderId } from "#contract/order-id.ts";
import { toApiError } from "#web/platform/api-error.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import classes from "./order-detail.module.css";
import { OrderHeader } from "./order-header.tsx";
import { OrderNotFound } from "./order-not-found.tsx";
import { OrderSkeleton } from "./order-skeleton.tsx";
import { OrderView } from "./order-view.tsx";
import { RefreshFailed } from "./refresh-failed.tsx";
import { useOrder } from "./use-order.ts";

const NOT_FOUND = 404;

/** `/admin/view-order/:orderId`; the id stands there in its route form. */
export function OrderDetailPage() {
  const { orderId: encoded = "" } = useParams();
  const orderId = decodeOrderId(encoded);
  return orderId === null ? <OrderNotFound /> : <Loaded key={orderId} orderId={orderId} />;
}

function Loaded({ orderId }: { orderId: number }) {
  const { order, error, refetch } = useOrder(orderId);
  if (error !== undefined && toApiError(error).httpStatus === NOT_FOUND) return <OrderNotFound />;
  return (
    <div className={classes.page}>
      <OrderHeader orderId={orderId} order={order} hasFailed={order === undefined && error !== undefined} />
      {order === undefined &&
        (error === undefined ? <OrderSkeleton /> : <ErrorState error={error} onRetry={refetch} />)}
      {order !== undefined && (
        <>
          {error !== undefined && <RefreshFailed error={error} onRetry={refetch} />}
          <OrderView order={order} />
        </>
      )}
    </div>
  );
}
