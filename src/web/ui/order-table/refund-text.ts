import type { RefundPosition } from "#contract/refunds/refund-position.ts";
import type { RefundTotal } from "#contract/refunds/refunds.ts";

const money = (amount: string, currency: string | null) => [amount, currency ?? ""].join(" ").trimEnd();

/** What is due or went back, for a row of a list: `49.99 USD due`, `20.00 of 49.99 USD due`. */
export function refundText({ recorded, left, currency }: RefundPosition, isRefunded: boolean): string {
  if (isRefunded) return recorded === null ? "Amount not recorded" : money(recorded, currency);
  if (left === null) return "Amount not known";
  const isPartly = recorded !== null && Number(recorded) > 0;
  return isPartly ? `${money(recorded, currency)} back, ${money(left, currency)} due` : `${money(left, currency)} due`;
}

/** Sums by currency, and how many orders are in none of them: `49.99 USD · 1,000 JPY · 2 of unknown amount`. */
export function refundTotalsText(totals: readonly RefundTotal[]): { due: string; recorded: string } {
  const text = (kind: "due" | "recorded") => {
    const sums = totals.flatMap((total) =>
      Number(total[kind]) === 0 ? [] : [money(grouped(total[kind]), total.currency)],
    );
    const unknown = totals.reduce((count, total) => count + total[`unknown_${kind}`], 0);
    const parts = unknown === 0 ? sums : [...sums, `${unknown.toLocaleString("en-US")} of unknown amount`];
    return parts.length === 0 ? "nothing" : parts.join(" · ");
  };
  return { due: text("due"), recorded: text("recorded") };
}

/** `1,234,567.50`: an amount with the decimals it has; too long for a number. */
const grouped = (amount: string) => amount.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",");
