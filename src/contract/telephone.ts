/** E.164 allows 15 digits; no mobile number with its country code has fewer than 8. */
const MIN_DIGITS = 8;
const MAX_DIGITS = 15;

/** Italy, Ivory Coast and Congo keep the leading zero of a national number; elsewhere it is a trunk prefix. */
const KEEPS_LEADING_ZERO = new Set(["39", "225", "242"]);

const PUNCTUATION = /[\s().\-/]/g;

/**
 * The digits of an international number (country code first, no `+`), or null when code and number don't form one. A
 * number with its own country code (`+` or `00`) is used as it is.
 */
export function internationalDigits(phoneCode: string | null, telephone: string | null): string | null {
  const number = (telephone ?? "").replace(PUNCTUATION, "");
  const own = /^(?:\+|00)(\d+)$/.exec(number)?.[1];
  if (own !== undefined) return asE164(own);

  const code = (phoneCode ?? "").replace(PUNCTUATION, "").replace(/^(\+|00)/, "");
  if (!/^[1-9]\d{0,3}$/.test(code) || !/^\d+$/.test(number)) return null;
  return asE164(code + (KEEPS_LEADING_ZERO.has(code) ? number : number.replace(/^0/, "")));
}

function asE164(digits: string): string | null {
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return null;
  return digits.startsWith("0") ? null : digits;
}
