import { westernDigits } from "#contract/text.ts";

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
 * Parses an order id as people write it: in plain digits of any script, in groups, behind `#`, `No.` or "order" in any of
 * the visitor's languages, in route form, or as the whole link of its page, each with the brackets, dots, quotation marks
 * and padding that are copied with it. Null when it is none.
 */
export function parseOrderId(text: string): number | null {
  const typed = percentDecoded(text)
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "");
  const bare = (LINK.exec(typed)?.[1] ?? typed).replace(EDGES, "").replace(PARAMETERS, "");
  const encoded = decodeOrderId(bare.replace(/[/=]+$/, ""));
  if (encoded !== null) return encoded;
  const found = NUMBER.exec(bare.replace(/\/+$/, ""));
  const digits = westernDigits(found?.[1] ?? "").replace(/\D/g, "");
  return digits.length <= 16 && isOrderId(Number(digits)) ? Number(digits) : null;
}

/** Links are encoded again by what passes them on, so that `%20` becomes `%2520`. */
function percentDecoded(text: string): string {
  let decoded = text;
  try {
    for (let times = 0; times < 3 && decoded.includes("%"); times += 1) decoded = decodeURIComponent(decoded);
  } catch {
    // A percent sign that encodes nothing.
  }
  return decoded;
}

/** A link to the page of an order, up to its query, or to the next parameter of the link that it is part of. */
const LINK = /\/(?:track-order|get-new-order-details)\/([^/?#&\s]+)/iu;
/** What mail programs add to a link, also when its question mark was encoded. */
const PARAMETERS = /(?:[?#&]|&amp;)[\w.~-]+=.*$/s;
/** Punctuation that is copied with a number or a link. */
const EDGES = /^[\s.,:;!?*#"'“”‘’«»<>()[\]{}。、「」【】]+|[\s.,:;!?*"'“”‘’«»<>()[\]{}。、「」【】।؛،؟]+$/gu;
/** What stands before a number: "Order no. 100046", "#100046", "N.º 100046". Longer words first where one begins another. */
const WORDS = [
  ["your", "order", "reference", "ref", "number", "no", "nr", "id", "№", "n[°º]", "n\\.[oº°]"],
  [
    "ihre",
    "ihrer",
    "meine",
    "bestellnummer",
    "bestellnr",
    "bestell",
    "bestellung",
    "auftragsnummer",
    "auftrag",
    "nummer",
  ],
  ["votre", "ma", "commande", "num[eé]ro", "num", "de", "la"],
  ["su", "mi", "pedido", "orden", "n[uú]mero", "n[uú]m", "del"],
  ["ваш", "вашего", "мой", "заказа", "заказ", "номер"],
  ["您的", "我的", "订单", "訂單", "编号", "編號", "号码", "號碼", "号", "號"],
  ["आपका", "मेरा", "ऑर्डर", "आर्डर", "आदेश", "संख्या", "नंबर", "क्रमांक"],
  ["உங்கள்", "எனது", "ஆர்டர்", "எண்"],
  ["ඔබගේ", "ඔබේ", "මගේ", "ඇණවුම්", "ඇණවුම", "අංකය"],
  ["رقم", "الطلبية", "الطلب", "طلبك", "طلبي", "طلب"],
]
  .flat()
  .map((word) => word.normalize("NFKC"))
  .sort((a, b) => b.length - a.length)
  .join("|");
/** Plain digits, or groups of three as a spreadsheet or a person divides a number. */
const NUMBER = new RegExp(
  String.raw`^(?:(?:${WORDS})[\s.:#()-]*){0,4}(\p{Nd}+|\p{Nd}{1,3}(?:[\s.,'’]\p{Nd}{3})+)$`,
  "iu",
);
