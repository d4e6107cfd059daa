// Both exist in Node and in browsers; the contract is compiled without either's types.
declare function btoa(text: string): string;
declare function atob(base64: string): string;

/** Doubling an id must give an exact integer, so ids end at half of the largest safe one. */
export const MAX_ORDER_ID = Math.floor(Number.MAX_SAFE_INTEGER / 2);

function isOrderId(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1 && value <= MAX_ORDER_ID;
}

/**
 * The route form of an id: doubled, base64, no padding (1234 becomes `MjQ2OA`). Not a protection.
 * @throws RangeError when `id` is no order id
 */
export function encodeOrderId(id: number): string {
  if (!isOrderId(id)) throw new RangeError(`not an order id: ${id}`);
  return btoa(String(id * 2)).replace(/=+$/, "");
}

/** The id of a route form, or null. Accepts only what `encodeOrderId` produces, so a typo never opens another order. */
export function decodeOrderId(encoded: string): number | null {
  if (!/^[A-Za-z0-9+/]{2,24}$/.test(encoded)) return null;
  let text: string;
  try {
    text = atob(encoded);
  } catch {
    return null; // Not valid base64 at all.
  }
  if (!/^[1-9][0-9]*$/.test(text)) return null;
  const doubled = Number(text);
  if (doubled % 2 !== 0 || !isOrderId(doubled / 2)) return null;
  return encodeOrderId(doubled / 2) === encoded ? doubled / 2 : null;
}

/** Parses an order id in plain digits or in route form. Null when it is neither. */
export function parseOrderId(text: string): number | null {
  const trimmed = text.trim();
  if (/^[0-9]{1,16}$/.test(trimmed)) return isOrderId(Number(trimmed)) ? Number(trimmed) : null;
  return decodeOrderId(trimmed);
}
