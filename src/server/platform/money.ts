/** `49.9900` as stored with four places, `49.99` as people write it: at least two places stay. */
export function plainDecimal(amount: string): string {
  return amount.replace(/(\.\d\d)(\d*?)0+$/, "$1$2");
}
