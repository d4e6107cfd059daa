/** The cache tags that a change of one order invalidates: its details, every list, the counts. */
export function orderTags(orderId: number) {
  return [{ type: "OrderDetails", id: orderId }, "OrderList", "FolderCounts"] as const;
}
