import { searchWords } from "#server/features/orders/search/search-keys.ts";

/** Whether a stored search text is a hit of what somebody typed, by plain comparison. */
export function holdsSearch(held: string, typed: string): boolean {
  const lines = held.split("\n");
  return searchWords(typed).some((words) => lines.some((line) => words.every((word) => line.includes(word))));
}
