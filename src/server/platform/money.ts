import { minorUnits } from "#contract/disputes/currencies.ts";

/**
 * An amount as stored, with four decimals, in the decimals of its currency: `49.9900` USD becomes `49.99`, `5000.0000`
 * JPY becomes `5000`. Decimals that the currency does not have are kept when they are not zero.
 */
export function plainDecimal(amount: string, currency: string | null): string {
  const [whole = "", fraction = ""] = amount.split(".");
  const shown = fraction.replace(/0+$/, "").padEnd(minorUnits(currency), "0");
  return shown === "" ? whole : `${whole}.${shown}`;
}
