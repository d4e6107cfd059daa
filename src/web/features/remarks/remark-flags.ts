import type { Remark } from "#contract/remarks/remarks.ts";

/** The flags of the comment form by their field names, in the specification's order. */
export const ASKED_FLAGS = ["whatsapp", "telephone", "statusRefund", "voided", "chargeBack"] as const;
export type AskedFlag = (typeof ASKED_FLAGS)[number];

/** The label of a flag's checkbox and, if ticking it has an effect, what it does. */
export const ASKED_FLAG_LABELS: Record<AskedFlag, { label: string; effect?: string }> = {
  whatsapp: { label: "WhatsApp" },
  telephone: { label: "Telephone" },
  statusRefund: {
    label: "Refund",
    effect: "Refund marks the comment and offers the move, but does not move the order by itself.",
  },
  voided: { label: "Voided" },
  chargeBack: { label: "Chargeback", effect: "Chargeback opens a dispute on this order." },
};

type ShownFlag = "whatsapp" | "telephone" | "status_refund" | "voided" | "chargeback" | "report_error";

const SHOWN_FLAGS: readonly (readonly [ShownFlag, string])[] = [
  ["whatsapp", ASKED_FLAG_LABELS.whatsapp.label],
  ["telephone", ASKED_FLAG_LABELS.telephone.label],
  ["status_refund", ASKED_FLAG_LABELS.statusRefund.label],
  ["voided", ASKED_FLAG_LABELS.voided.label],
  ["chargeback", ASKED_FLAG_LABELS.chargeBack.label],
  ["report_error", "Reported error"],
];

/** The labels of a stored comment's flags. */
export function shownFlags(remark: Pick<Remark, ShownFlag>): string[] {
  return SHOWN_FLAGS.filter(([flag]) => remark[flag] === "Y").map(([, words]) => words);
}

/** The flags as the call takes them: each Y or N. */
export function flagValues(ticked: readonly AskedFlag[]) {
  const value = (flag: AskedFlag) => (ticked.includes(flag) ? "Y" : "N");
  return {
    whatsapp: value("whatsapp"),
    telephone: value("telephone"),
    statusRefund: value("statusRefund"),
    voided: value("voided"),
    chargeBack: value("chargeBack"),
  } as const;
}
