/** How many statements each section of the specification makes: 430. */
export const SPECIFICATION_SIZE = { 1: 25, 2: 178, 3: 47, 4: 44, 5: 28, 6: 12, 7: 51, 8: 25, 9: 20 } as const;

/** What the specification asks for and the product has not got yet: nothing. */
export const NOT_BUILT: readonly string[] = [];

interface CoverageRow {
  id: string;
  /** The number in the heading above. */
  section: number;
  statement: string;
  heldBy: string;
}

/** What a judge of the document asks of the world outside it. */
interface Outside {
  size: Readonly<Record<number, number>>;
  notBuilt: readonly string[];
  /** How often a file says each title, or null when there is no such file. */
  titlesOf: (file: string) => ReadonlyMap<string, number> | null;
}

const HEADER = /^\| id \| statement \| held by \|$|^\|(?:---\|){3}$/;

/** The rows of the tables, and every line of a table that is no row of the agreed form. */
export function readCoverage(text: string): { rows: CoverageRow[]; malformed: string[] } {
  const rows: CoverageRow[] = [];
  const malformed: string[] = [];
  let section = 0;
  for (const line of text.split("\n")) {
    section = Number(/^## (\d+)\./.exec(line)?.[1] ?? (line.startsWith("## ") ? 0 : section));
    if (!line.startsWith("|") || HEADER.test(line)) continue;
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
    const [before, id = "", statement = "", heldBy = "", after] = cells;
    const isRow = cells.length === 5 && before === "" && after === "" && /^\d-\d{3}$/.test(id);
    if (isRow && statement !== "" && heldBy !== "") rows.push({ id, section, statement, heldBy });
    else malformed.push(line);
  }
  return { rows, malformed };
}

/** Everything that is wrong with the document; nothing when it is whole and true. */
export function coverageProblems(text: string, outside: Outside): string[] {
  const { rows, malformed } = readCoverage(text);
  return [
    ...malformed.map((line) => `no row of the form: ${line}`),
    ...orderProblems(rows, outside.size),
    ...rows.flatMap((row) => heldByProblems(row, outside)),
  ];
}

/** Each section's ids, from 001 to its size, in order, once. */
function orderProblems(rows: CoverageRow[], size: Outside["size"]): string[] {
  const problems: string[] = [];
  for (const { id, section } of rows) {
    if (!id.startsWith(`${section}-`)) problems.push(`${id}: stands in section ${section}`);
  }
  for (const [section, count] of Object.entries(size)) {
    const wanted = Array.from({ length: count }, (_, index) => `${section}-${String(index + 1).padStart(3, "0")}`);
    const ids = rows.map(({ id }) => id).filter((id) => id.startsWith(`${section}-`));
    problems.push(...wanted.filter((id) => !ids.includes(id)).map((id) => `${id}: is missing`));
    problems.push(...ids.filter((id) => !wanted.includes(id)).map((id) => `${id}: is no statement`));
    problems.push(...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: stands twice`));
    const sorted = [...ids].sort();
    const stray = ids.find((id, index) => id !== sorted[index]);
    if (stray !== undefined) problems.push(`${stray}: out of order`);
  }
  return problems;
}

function heldByProblems({ id, heldBy }: CoverageRow, { notBuilt, titlesOf }: Outside): string[] {
  const isNotBuilt = heldBy === "not built yet";
  if (isNotBuilt !== notBuilt.includes(id)) {
    return [isNotBuilt ? `${id}: is not one of those that may wait` : `${id}: is built, take it off the list`];
  }
  if (isNotBuilt) return [];
  return heldBy.split(/; (?=`[^`]+` › |PENDING)/).flatMap((part) => {
    const [, file = "", title = ""] = /^`([^`]+)` › (.+)$/.exec(part) ?? [];
    if (title === "") return [`${id}: names no test: ${part}`];
    const count = /\.(?:test|spec)\.ts$/.test(file) ? titlesOf(file)?.get(title) : undefined;
    if (count === 1) return [];
    return [`${id}: ${count === undefined ? "no test" : "more than one test"} of ${file}: ${title}`];
  });
}
