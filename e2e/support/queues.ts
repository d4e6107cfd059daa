/** The specified list, title and path of each list screen, written by hand. */
export const LIST_SCREENS = [
  ["newOrder", "New Order", "/admin/recent-order"],
  ["priorityOrder", "Priority Order", "/admin/priority-order"],
  ["pendingOrder", "Pending Orders", "/admin/pending-order"],
  ["completedOrder", "Completed Orders", "/admin/completed-order"],
  ["deletedOrder", "Deleted Orders", "/admin/deleted-order"],
  ["awaitingOrder", "Awaiting Response", "/admin/awaiting-response"],
  ["awaitingGovtOrder", "Awaiting Govt", "/admin/awaiting-govt"],
  ["customerCalledOrder", "Customer Called", "/admin/called"],
  ["allOrder", "Order History", "/admin/order-history"],
  ["contactCustomerOrder", "Contact Customer", "/admin/contact-customer"],
  ["refundOrder", "Refund Orders", "/admin/refund-order"],
] as const;
