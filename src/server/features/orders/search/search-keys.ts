import { foldedText, speltText, westernDigits, withoutGaps } from "#contract/text.ts";
import { parseTelephone } from "../telephone.ts";

/**
 * Ways to read a search. An order is found by one of them: by a line of its text that contains all words of it, in any order.
 */
export type SearchWords = readonly string[];

/** Words of a name that are too short for an index are only looked for together. */
const MIN_WORD = 3;

/** @param searchVal what a member typed @returns none for a text of separators alone */
export function searchWords(searchVal: string): SearchWords[] {
  const readings = unique([foldedText(searchVal), speltText(searchVal)]).map(wordsOf);
  const numbers = telephoneKeys(searchVal).map((key) => [key]);
  const all = [...readings, ...numbers].filter((words) => words.length > 0);
  return [...new Map(all.map((words) => [words.join("\n"), words])).values()];
}

/** The words of a name, also as "Perera, Nimal"; anything else is one word, as its parts would be found in many numbers. */
function wordsOf(reading: string): SearchWords {
  const words = reading
    .split(/[\s,;]+/u)
    .map(withoutGaps)
    .filter((word) => word !== "");
  const isName = words.every((word) => /\p{L}/u.test(word) && !/[\p{N}@]/u.test(word));
  const isLong = words.some((word) => [...word].length >= MIN_WORD);
  return isName && isLong ? unique(words) : [withoutGaps(reading)].filter((word) => word !== "");
}

/** International prefixes: of most countries, of North America, of Australia. */
const PREFIXES = /^(?:00(?!11)|0011|011)/;
/** A shorter number may be a part of one, or an id: its zeros are taken as they are. */
const MIN_TELEPHONE = 8;
const MIN_PREFIXED = 10;

/** The digits of what may be a telephone number, and the same without what is not dialled from abroad. */
function telephoneKeys(searchVal: string): string[] {
  const text = westernDigits(foldedText(searchVal))
    .replace(/^tel:/, "")
    .replace(/\s*(?:ext\.?|x|#)\s*\d+\s*$/, "");
  if (!/^[\d\s+()./-]*$/.test(text)) return [];
  const digits = text.replace(/\D/g, "");
  if (digits.length < 2) return [];
  const dialled = text.replace(/\(0\)/g, "").replace(/\D/g, "");
  const keys = [digits, dialled];
  if (dialled.length >= MIN_PREFIXED) keys.push(dialled.replace(PREFIXES, ""));
  if (dialled.length >= MIN_TELEPHONE) keys.push(dialled.replace(/^0(?!0)/, ""));
  return unique(keys);
}

interface SearchedOrder {
  id: number;
  fullName: string | null;
  phoneCode: string | null;
  telephoneNumber: string | null;
}

/**
 * The search text: a line for each field, so that no hit spans two fields, then the name as passports spell it, and the
 * telephone number in its international and its national form where the stored digits contain neither.
 */
export function searchText(order: SearchedOrder, others: readonly (string | null)[]): string {
  const name = withoutGaps(foldedText(order.fullName ?? ""));
  const digits = `${order.phoneCode ?? ""}${order.telephoneNumber ?? ""}`.replace(/\D/g, "");
  const lines = [String(order.id), digits, name, ...others.map((text) => withoutGaps(foldedText(text ?? "")))];
  const spelt = withoutGaps(speltText(order.fullName ?? ""));
  if (spelt !== name) lines.push(spelt);
  for (const form of telephoneForms(order)) if (!digits.includes(form)) lines.push(form);
  return lines.join("\n");
}

function telephoneForms(order: SearchedOrder): string[] {
  const number = parseTelephone(order);
  if (number === null) return [];
  const national = number.formatNational().replace(/ext\..*$/, "");
  return [number.number, national].map((form) => form.replace(/\D/g, ""));
}

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];
