/** Drops trailing zeros of an amount stored with four decimals but keeps two decimals: `49.9900` becomes `49.99`. */
export function plainDecimal(amount: string): string {
  return amount.replace(/(\.\d\d)(\d*?)0+$/, "$1$2");
}
