import { westernDigits } from "./text.ts";

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

/**
 * Parses an order id as people write it: in plain digits of any script, in groups, behind `#`, `No.` or `Order`, or in route
 * form, each with the brackets, dots and quotation marks that are copied with it. Null when it is none.
 */
export function parseOrderId(text: string): number | null {
  const typed = text.normalize("NFKC").replace(/\p{Cf}/gu, "");
  const bare = typed.replace(EDGES, "");
  const encoded = decodeOrderId(bare) ?? decodeOrderId(bare.replace(/\/+$/, ""));
  if (encoded !== null) return encoded;
  const found = NUMBER.exec(bare.replace(/\/+$/, ""));
  const digits = westernDigits(found?.[1] ?? "").replace(/\D/g, "");
  return digits.length <= 16 && isOrderId(Number(digits)) ? Number(digits) : null;
}

/** Punctuation that is copied with a number or a link. */
const EDGES = /^[\s.,:;!?*#"'“”‘’«»<>()[\]{}]+|[\s.,:;!?*"'“”‘’«»<>()[\]{}]+$/gu;
/** What stands before a number: "Order no. 100046", "#100046". */
const WORDS = String.raw`(?:(?:your|order|reference|ref|number|no|nr|id|№)[\s.:#-]*){0,4}`;
/** Plain digits, or groups of three as a spreadsheet or a person divides a number. */
const NUMBER = new RegExp(String.raw`^${WORDS}(\p{Nd}+|\p{Nd}{1,3}(?:[\s.,'’]\p{Nd}{3})+)$`, "iu");
