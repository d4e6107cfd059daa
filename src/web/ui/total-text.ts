/** The length of a list: "1,234", or "10,000+" when it is longer than was counted. */
export function totalText(total: number, isCapped: boolean): string {
  return `${total.toLocaleString("en-US")}${isCapped ? "+" : ""}`;
}
