const NAMED = 5;
const listed = new Intl.ListFormat("en-GB");

/** Orders as named in a question: one with its customer, a few by their ids, many by their number. */
export function orderText(ids: readonly number[], nameOf: (id: number) => string | null | undefined): string {
  const [first] = ids;
  if (first === undefined || ids.length > NAMED) return `${ids.length.toLocaleString("en-US")} orders`;
  if (ids.length > 1) return `orders ${listed.format(ids.map(String))}`;
  const name = nameOf(first);
  return name === null || name === undefined ? `order ${first}` : `order ${first} (${name})`;
}
