import { useEffect, useRef, useState } from "react";
import { mailPollInterval } from "#web/features/mail/mail-poll.ts";
import { api } from "#web/platform/api.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { toast } from "#web/platform/toasts.ts";
import { useSession } from "#web/platform/use-session.ts";
import { announce } from "#web/ui/announcer.tsx";
import { changeNotice } from "./change-notice.ts";
import { OPENED_SECONDS } from "./open-order.ts";
import { useOrderDetailsQuery } from "./order-detail.api.ts";

/** The order, polled while one of its mails is being sent, so that its state and status are updated. */
export function useOrder(orderId: number) {
  const [pollingInterval, setPollingInterval] = useState(0);
  const { data, error, refetch, fulfilledTimeStamp } = useOrderDetailsQuery(orderId, {
    pollingInterval,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: OPENED_SECONDS,
  });
  const order = data?.data;

  const wanted = mailPollInterval(order?.mailHistory ?? [], fulfilledTimeStamp ?? 0);
  if (wanted !== pollingInterval) setPollingInterval(wanted);

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
