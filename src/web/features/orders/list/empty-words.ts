import { countFilters, type OrderFilterText } from "#contract/orders/order-filter.ts";
import { type ListName, QUEUE } from "#contract/orders/queues.ts";
import { isSearch } from "#web/features/orders/list/data/order-window.ts";

const moved = (list: ListName) => `Orders come here by “${QUEUE[list].move}”`;

/** What brings orders into each list. */
const FILLED_BY: Record<ListName, string> = {
  newOrder: "Paid orders arrive here from the checkout or an import, Future orders when their filing window opens.",
  priorityOrder: "Paid orders with priority processing arrive here from the checkout or an import.",
  pendingOrder: "Orders arrive here from the checkout and leave when they are paid.",
  futureOrder: "Paid orders wait here until their filing window opens.",
  awaitingOrder: `${moved("awaitingOrder")}, or with a message that asks the customer something.`,
  refundOrder: `${moved("refundOrder")}, to be refunded or when they were.`,
  completedOrder: "Orders come here when their document was mailed, or when they are moved.",
  deletedOrder: `${moved("deletedOrder")} and can be restored.`,
  contactCustomerOrder: `${moved("contactCustomerOrder")}, or when their mail did not arrive.`,
  awaitingGovtOrder: `${moved("awaitingGovtOrder")} after they were filed.`,
  customerCalledOrder: `${moved("customerCalledOrder")} after a call.`,
  allOrder: "Every order that is not deleted is here, from the checkout or an import.",
  openOrder: "Orders that somebody has to work on are here, from six queues.",
};

/** Why a list has no rows: what was looked for, or that nothing has come. */
export function whyEmpty(list: ListName, search: string, filter: OrderFilterText): string {
  const narrowing = [...(isSearch(search) ? ["the search"] : []), ...(countFilters(filter) > 0 ? ["the filter"] : [])];
  return narrowing.length === 0 ? FILLED_BY[list] : `No order fits ${narrowing.join(" and ")}.`;
}
