import { internationalDigits } from "#contract/telephone.ts";

/** The URL of a WhatsApp chat with the traveller, or null when the order has no valid telephone number. */
export function chatLink(phoneCode: string | null, telephone: string | null): string | null {
  const digits = internationalDigits(phoneCode, telephone);
  return digits === null ? null : `https://wa.me/${digits}`;
}
