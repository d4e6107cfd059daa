/** The name under which a document is served, attached and saved: order id, underscore, file name. */
export function servedName(orderId: number, file1: string): string {
  return `${orderId}_${file1}`;
}

/** The URL of the file itself, outside `/api`. */
export function uploadPath(orderId: number, file1: string): string {
  return `/uploads/docs/${encodeURIComponent(servedName(orderId, file1))}`;
}
