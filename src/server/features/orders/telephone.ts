import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";

interface Telephone {
  phoneCode: string | null;
  telephoneNumber: string | null;
}

/** The digits of a telephone number with its country code as they were given: the key by which lists are sorted. */
export function telephoneKey({ phoneCode, telephoneNumber }: Telephone): string {
  return `${phoneCode ?? ""}${telephoneNumber ?? ""}`.replace(/\D/g, "");
}

/**
 * The number in E.164 (`+447911123456`), without an extension; null when code and number form no number that can exist.
 * A number with its own country code (`+` or `00`) is used as it is.
 */
export function telephoneE164(telephone: Telephone): string | null {
  return parseTelephone(telephone)?.number ?? null;
}

export function parseTelephone({ phoneCode, telephoneNumber }: Telephone): PhoneNumber | null {
  const number = plain(telephoneNumber);
  if (number.startsWith("+")) return firstPossible([() => parsePhoneNumberFromString(number)]);
  const code = /^\+?([1-9][\d\s().-]*)$/.exec(plain(phoneCode))?.[1]?.replace(/\D/g, "");
  if (number === "" || code === undefined) return null;
  return firstPossible([
    () => parsePhoneNumberFromString(number, { defaultCallingCode: code }),
    // The code of an area in North America, as that of Barbados (1 246), which the number may hold once more.
    () => parsePhoneNumberFromString(`+${code} ${number}`),
    () => (/^1\d{3}$/.test(code) ? parsePhoneNumberFromString(number, { defaultCallingCode: "1" }) : undefined),
  ]);
}

/** Without what nobody sees, and with `+` for the usual international prefix. */
function plain(text: string | null): string {
  const seen = (text ?? "").normalize("NFKC").replace(/\p{Cf}/gu, "");
  return seen.trim().replace(/^(?:tel:)?(?:00|\+|\(\+|\(00)(?=[1-9])/i, "+");
}

/** A number whose type the metadata know, otherwise one of a possible length: new ranges are assigned all the time. */
function firstPossible(parsings: readonly (() => PhoneNumber | undefined)[]): PhoneNumber | null {
  const possible: PhoneNumber[] = [];
  for (const parsed of parsings) {
    const number = known(parsed);
    if (number?.isValid()) return number;
    // A national prefix that is left over: digits are missing behind it.
    if (number?.isPossible() && !number.nationalNumber.startsWith("0")) possible.push(number);
  }
  return possible[0] ?? null;
}

/** The library throws for a calling code that no country has. */
function known(parsed: () => PhoneNumber | undefined): PhoneNumber | undefined {
  try {
    return parsed();
  } catch {
    return undefined;
  }
}
