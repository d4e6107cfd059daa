import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { PreflightCode } from "#contract/packs/packs.ts";

/** The actions on the order's page that resolve a finding. */
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
  // Without a document there is nothing to send; uploading one mails it.
  resend: ({ uploadDoc }) => uploadDoc.length > 0,
};

/** The fix of a finding that is available for this order, or null. */
export function packFix(code: PreflightCode, order: Order): PackFix | null {
  const fix = FIX_OF[code];
  return fix !== undefined && CAN_BEGIN[fix](order) ? fix : null;
}
