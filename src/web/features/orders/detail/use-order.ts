import { useEffect, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { statusLabel } from "#contract/order-status.ts";
import { mailPollInterval } from "#web/features/mail/mail-poll.ts";
import { api } from "#web/platform/api.ts";
import { announce } from "#web/ui/announcer.tsx";
import { useOrderDetailsQuery } from "./order-detail.api.ts";

/** The order, asked for again while one of its mails is under way, so that its state and status appear by themselves. */
export function useOrder(orderId: number) {
  const [pollingInterval, setPollingInterval] = useState(0);
  const { data, error, refetch, fulfilledTimeStamp } = useOrderDetailsQuery(orderId, {
    pollingInterval,
    skipPollingIfUnfocused: true,
  });
  const order = data?.data;

  const wanted = mailPollInterval(order?.mailHistory ?? [], fulfilledTimeStamp ?? 0);
  if (wanted !== pollingInterval) setPollingInterval(wanted);

  const dispatch = useDispatch();
  const before = useRef(order);
  useEffect(() => {
    const last = before.current;
    before.current = order;
    if (last === undefined || order === undefined || last.process_status === order.process_status) return;
    // Nobody pressed anything: the queues beside this screen do not know yet.
    dispatch(api.util.invalidateTags(["OrderList", "FolderCounts"]));
    announce(`The order is now in ${statusLabel(order.process_status, order.refund_date)}`);
  }, [order, dispatch]);

  return { order, error, refetch };
}
