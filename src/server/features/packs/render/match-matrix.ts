import type { Block, Cell } from "#server/platform/typesetting/blocks.ts";
import { weakest } from "../grades.ts";
import type { PackFacts, Visit } from "../pack-facts.ts";
import { ends, isSame, type Trait, type VisitGroup, visitGroups } from "./visits.ts";
import { browserAndSystem, countText, endingText, orNotSupplied, timeText } from "./wording.ts";

/** Compared columns beside the purchase: as many as fit at 10.5 pt. */
const COLUMNS_BESIDE = 3;
/** Of many distinct visits or earlier orders only the first and the last are compared. */
const GROUPS_COMPARED = { first: 3, last: 3 };
const ORDERS_COMPARED = { first: 3, last: 3 };

/** A visit or an order that is compared with the purchase, one cell per row. */
interface Column {
  title: string;
  cells: Cell[];
}

const ROWS = ["When", "IP address", "Place", "Device", "Browser, system", "E-mail", "Telephone", "Name"];

/** Compares the purchase with sign-ins, downloads and earlier orders; equal visits share a column. */
export function matrixBlocks(facts: PackFacts): Block[] {
  const groups = visitGroups(facts);
  const visits = ends(groups, GROUPS_COMPARED.first, GROUPS_COMPARED.last);
  const orders = ends(facts.earlier.orders, ORDERS_COMPARED.first, ORDERS_COMPARED.last);
  const columns = [
    ...[...visits.before, ...visits.after].map((group) => visitColumn(facts, group)),
    ...[...orders.before, ...orders.after].map((order) => orderColumn(facts.purchase, order)),
  ];
  const tables: Block[] = [];
  for (let from = 0; from < columns.length; from += COLUMNS_BESIDE) {
    tables.push(matrixTable(purchaseColumn(facts), columns.slice(from, from + COLUMNS_BESIDE)));
  }
  if (columns.length === 0) tables.push(matrixTable(purchaseColumn(facts), []));
  const left = [
    countLeft(visits.between.length, "further combination of address and device", "its visits are listed in exhibit H"),
    countLeft(orders.between.length, "further earlier order", "see exhibit C"),
  ].filter((text) => text !== null);
  return [
    { kind: "paragraph", text: summary(facts) },
    ...tables,
    ...left.map((text): Block => ({ kind: "paragraph", text })),
  ];
}

function countLeft(count: number, one: string, where: string): string | null {
  return count === 0 ? null : `Not compared here: ${countText(count, one, `${one}s`)}; ${where}.`;
}

/** How many visits match the purchase in address, country and device. */
function summary(facts: PackFacts): string {
  const visits = [...facts.signIns, ...facts.downloads];
  const { grades } = facts;
  if (visits.length === 0) {
    return `No sign-in to the tracking page and no download by a person is recorded. [${grades.visits}]`;
  }
  const share = (trait: Trait) => visits.filter((visit) => isSame(visit, facts.purchase, trait) === true).length;
  return `Of ${countText(visits.length, "sign-in and download", "sign-ins and downloads")}, ${share("ip")} came from the IP address of the purchase, ${share("place")} from its country and ${share("device")} from the same kind of device. Values equal to the purchase's are printed as “same”. [${weakest(grades.visits, grades.purchase)}]`;
}

function purchaseColumn({ purchase, order }: PackFacts): Column {
  return {
    title: "Purchase",
    cells: [
      timeText(purchase.at),
      orNotSupplied(purchase.ip),
      orNotSupplied(purchase.place),
      orNotSupplied(purchase.device),
      browserAndSystem(purchase),
      orNotSupplied(order.email),
      endingText(order.telephone, 4),
      orNotSupplied(order.fullName),
    ],
  };
}

function visitColumn({ purchase }: PackFacts, { kind, visit, count, firstAt, lastAt }: VisitGroup): Column {
  const name = kind === "sign_in" ? "Sign-in" : "Download";
  const compare = (trait: Trait) => compared(isSame(visit, purchase, trait), orNotSupplied(visit[trait]));
  return {
    title: count === 1 ? name : `${count} ${name.toLowerCase()}s`,
    cells: [
      count === 1 ? timeText(firstAt) : `${timeText(firstAt)} to ${timeText(lastAt)}`,
      compare("ip"),
      compare("place"),
      compare("device"),
      compared(areBothSame(visit, purchase), browserAndSystem(visit)),
      compared(true, ""),
      "not asked",
      "not asked",
    ],
  };
}

/** Browser and system share a row, which matches only when both do. */
function areBothSame(one: Visit, other: Visit): boolean | null {
  const [browser, system] = [isSame(one, other, "browser"), isSame(one, other, "os")];
  return browser === null || system === null ? null : browser && system;
}

function orderColumn(purchase: Visit, order: PackFacts["earlier"]["orders"][number]): Column {
  const shares = (element: (typeof order.shares)[number]): boolean => order.shares.includes(element);
  const orNoMatch = (element: (typeof order.shares)[number]) => compared(shares(element), "no match");
  return {
    title: `Earlier order ${order.id}`,
    cells: [
      timeText(order.at),
      compared(shares("ip"), orNotSupplied(order.ip)),
      compared(isSame(order, purchase, "place"), orNotSupplied(order.place)),
      compared(shares("device"), orNotSupplied(order.device)),
      compared(areBothSame(order, purchase), browserAndSystem(order)),
      orNoMatch("email"),
      orNoMatch("telephone"),
      orNoMatch("name"),
    ],
  };
}

function compared(isEqual: boolean | null, value: string): Cell {
  return isEqual === true ? { text: "same", isBold: true } : value;
}

function matrixTable(purchase: Column, others: Column[]): Block {
  const empty = Array.from({ length: COLUMNS_BESIDE - others.length }, () => null);
  return {
    kind: "table",
    isWhole: true,
    columns: [
      { title: "", share: 15 },
      { title: purchase.title, share: 22 },
      ...[...others, ...empty].map((column) => ({ title: column?.title ?? "", share: 21 })),
    ],
    rows: ROWS.map((name, index) => [
      { text: name, isBold: true },
      purchase.cells[index] ?? "",
      ...others.map(({ cells }) => cells[index] ?? ""),
    ]),
  };
}
