/** What a change of one order makes old: its details, every list it may stand in, the counts. */
export function orderTags(orderId: number) {
  return [{ type: "OrderDetails", id: orderId }, "OrderList", "FolderCounts"] as const;
}
