import { Button } from "@mantine/core";
import { IconZoomQuestion } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { MESSAGES } from "#contract/messages.ts";
import { decodeOrderId } from "#contract/orders/order-id.ts";
import { mailPollInterval } from "#web/features/mail/mail-poll.ts";
import { useKeptLists } from "#web/features/orders/use-kept-lists.ts";
import { api } from "#web/platform/api.ts";
import { toApiError } from "#web/platform/api-error.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { toast } from "#web/platform/toasts.ts";
import { useReservedHeight } from "#web/platform/use-reserved-height.ts";
import { useSession } from "#web/platform/use-session.ts";
import { announce } from "#web/ui/announcer.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RefreshFailed } from "#web/ui/refresh-failed.tsx";
import { changeNotice } from "./change-notice.ts";
import { useKnownRow } from "./known-order.ts";
import { OPENED_SECONDS } from "./open-order.ts";
import { useOrderDetailsQuery } from "./order-detail.api.ts";
import classes from "./order-detail.module.css";
import { OrderHeader } from "./order-header.tsx";
import { OrderSkeleton } from "./order-skeleton.tsx";
import { OrderView } from "./order-view.tsx";
import { useNeighbours } from "./use-neighbours.ts";

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

/** The URL matches no order. */
function OrderNotFound() {
  return (
    <>
      <PageHeader title="Order not found" />
      <EmptyState
        title={MESSAGES.orderNotFound}
        text="The address may be mistyped, or the order was deleted permanently."
        icon={<IconZoomQuestion size={28} stroke={1.5} aria-hidden />}
      >
        <Button component={Link} to={PATHS.admin} mt="sm">
          Go to the dashboard
        </Button>
      </EmptyState>
    </>
  );
}

/** The order, polled while one of its mails is being sent, so that its state and status are updated. */
function useOrder(orderId: number) {
  const [pollingInterval, setPollingInterval] = useState(0);
  const { data, error, refetch, fulfilledTimeStamp } = useOrderDetailsQuery(orderId, {
    pollingInterval,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: OPENED_SECONDS,
  });
  const order = data?.data;

  const interval = mailPollInterval(order?.mailHistory ?? [], fulfilledTimeStamp ?? 0);
  if (interval !== pollingInterval) setPollingInterval(interval);

  const dispatch = useAppDispatch();
  const memberId = useSession()?.user.id;
  const before = useRef(order);
  useEffect(() => {
    const last = before.current;
    before.current = order;
    if (last === undefined || order === undefined) return;
    // Without live events, the queues don't know about the change yet.
    if (last.process_status !== order.process_status) {
      dispatch(api.util.invalidateTags(["OrderList", "FolderCounts"]));
    }
    const notice = changeNotice(last, order, memberId);
    if (notice === null) return;
    toast.info(notice);
    announce(notice);
  }, [order, dispatch, memberId]);

  return { order, error, refetch };
}
