import type { OrderDetails } from "#contract/orders.ts";
import type { PreflightCode } from "#contract/packs.ts";

/** What a person can do on the order's page about a finding. */
export type PackFix = "transaction" | "upload" | "resend";

export const FIX_LABELS: Record<PackFix, string> = {
  transaction: "Enter Transaction Details",
  upload: "Upload the document",
  resend: "Resend the document",
};

const FIX_OF: Partial<Record<PreflightCode, PackFix>> = {
  transaction_missing: "transaction",
  document_missing: "upload",
  delivery_mail_missing: "resend",
};

type Order = Pick<OrderDetails, "process_status" | "paid" | "uploadDoc">;

const CAN_BEGIN: Record<PackFix, (order: Order) => boolean> = {
  transaction: ({ paid }) => paid,
  upload: ({ paid, process_status }) => paid && process_status !== "Deleted",
  // Without a document there is nothing to send; its upload mails it.
  resend: ({ uploadDoc }) => uploadDoc.length > 0,
};

/** The way out of a finding that this order has now, or null. */
export function packFix(code: PreflightCode, order: Order): PackFix | null {
  const fix = FIX_OF[code];
  return fix !== undefined && CAN_BEGIN[fix](order) ? fix : null;
}
