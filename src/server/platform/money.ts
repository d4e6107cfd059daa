import { minorUnits } from "#contract/disputes/currencies.ts";
import type { RefundPosition } from "#contract/refunds/refund-position.ts";

/**
 * An amount as stored, with four decimals, in the decimals of its currency: `49.9900` USD becomes `49.99`, `5000.0000`
 * JPY becomes `5000`. Decimals that the currency does not have are kept when they are not zero.
 */
export function plainDecimal(amount: string, currency: string | null): string {
  const [whole = "", fraction = ""] = amount.split(".");
  const shown = fraction.replace(/0+$/, "").padEnd(minorUnits(currency), "0");
  return shown === "" ? whole : `${whole}.${shown}`;
}

/** Ten-thousandths, so that amounts are compared and added without rounding. */
export function amountUnits(amount: string): bigint {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(4, "0"));
}

const fromUnits = (units: bigint) => {
  const digits = String(units).padStart(5, "0");
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`;
};

interface Money {
  amount: string | null;
  currency: string | null;
}

/**
 * What went back of a payment, and what is left of it.
 * @param counted the refunds that were not undone
 * @param isRefunded the order has a refund date: without any refund, its amount was not recorded
 */
export function refundPosition(payment: Money, counted: readonly Money[], isRefunded: boolean): RefundPosition {
  const currency = payment.currency ?? counted.find((each) => each.currency !== null)?.currency ?? null;
  const inCurrency = counted.filter((each) => each.currency === currency);
  const isKnown = inCurrency.length === counted.length && counted.every(({ amount }) => amount !== null);
  const sum = inCurrency.reduce((total, { amount }) => total + amountUnits(amount ?? "0"), 0n);
  const plain = (units: bigint) => plainDecimal(fromUnits(units), currency);
  const paid = payment.amount === null ? null : amountUnits(payment.amount);
  const left = paid === null ? null : isRefunded ? 0n : paid > sum ? paid - sum : 0n;
  return {
    recorded: isKnown && !(isRefunded && counted.length === 0) ? plain(sum) : null,
    left: left === null ? null : plain(left),
    currency,
  };
}
