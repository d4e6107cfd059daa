import { newYorkDateAndTime } from "#contract/dates.ts";
import type { Remark } from "#contract/remarks/remarks.ts";
import type { remarks } from "#server/platform/db/schema.ts";

type RemarkRecord = Omit<typeof remarks.$inferSelect, "authorId">;

const flag = (isSet: boolean) => (isSet ? ("Y" as const) : ("N" as const));

export function toRemark({ remark, authorName }: { remark: RemarkRecord; authorName: string }): Remark {
  return {
    id: remark.id,
    order_id: remark.orderId,
    ...newYorkDateAndTime(remark.createdAt),
    remark_name: authorName,
    remark: remark.remark,
    whatsapp: flag(remark.isWhatsapp),
    telephone: flag(remark.isTelephone),
    status_refund: flag(remark.isRefund),
    voided: flag(remark.isVoided),
    chargeback: flag(remark.isChargeback),
    report_error: "N",
    create_ts: remark.createdAt.toISOString(),
  };
}
