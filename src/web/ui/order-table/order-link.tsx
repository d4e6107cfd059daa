import type { ComponentProps } from "react";
import { Link, useLocation } from "react-router";
import type { ListName } from "#contract/orders/queues.ts";
import { originQuery } from "#web/platform/order-origin.ts";
import { viewOrderHref } from "#web/platform/paths.ts";

interface Props extends Omit<ComponentProps<typeof Link>, "to" | "state"> {
  orderId: number;
  /** The list on the screen; the order's URL keeps it. */
  list: ListName;
}

/** A link from a list to one of its orders. */
export function OrderLink({ orderId, list, ...props }: Props) {
  const { search, state } = useLocation();
  return <Link {...props} to={viewOrderHref(orderId) + originQuery(list, search)} state={state} />;
}
