import { DOUBTS } from "#contract/corrections/plausibility.ts";
import { formatDateTimeUtc } from "#contract/dates.ts";
import { CURRENT_PROFILE, type SheetField, sheetSections } from "#contract/filings/filing-profile.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";

/** What is wrong with a field of the sheet, or null. */
export function problemWords({ field, value, problem }: SheetField): string | null {
  switch (problem) {
    case "missing":
      return "Missing";
    case "too_long":
      return `Too long: ${[...value].length} of at most ${field.longest} characters`;
    case "no_choice":
      return "Not a choice of the form; these are the order's words";
    case "no_number":
      return "Not a complete international number";
    default:
      return null;
  }
}

export interface CheckItem {
  tone: "good" | "bad" | "unclear";
  words: string;
}

/** What to know before filing. */
export function checklist(order: OrderDetails): CheckItem[] {
  const fields = sheetSections(CURRENT_PROFILE, order).flatMap((section) => section.fields);
  const labels = (problem: SheetField["problem"]) =>
    fields.filter((each) => each.problem === problem).map(({ field }) => field.label);
  const doubtful = [...labels("too_long"), ...labels("no_choice"), ...labels("no_number")];
  const missing = labels("missing");
  const last = order.filings.find(({ voided_at }) => voided_at === null);
  const items: CheckItem[] = [
    missing.length === 0
      ? { tone: "good", words: "Every required field has a value." }
      : { tone: "bad", words: `Missing: ${missing.join(", ")}.` },
  ];
  if (doubtful.length > 0) items.push({ tone: "unclear", words: `Look at: ${doubtful.join(", ")}.` });
  items.push(...order.doubts.map((doubt) => ({ tone: "bad", words: DOUBTS[doubt].words }) as const));
  if (last !== undefined) {
    const words = `Filed on ${formatDateTimeUtc(last.filed_at)} under reference ${last.reference}.`;
    items.push(
      order.file_again
        ? { tone: "bad", words: `${words} Changed since: ${order.changed_since_filing.join(", ")}.` }
        : { tone: "unclear", words },
    );
  }
  if (order.duplicates.length > 0)
    items.push({ tone: "bad", words: `Possible duplicate of order ${order.duplicates.join(", ")}.` });
  const isAsked = order.correction_requests.some(({ outcome }) => outcome === null);
  if (isAsked) items.push({ tone: "bad", words: "A correction of this order is requested and not decided." });
  if (order.email_change !== null) items.push({ tone: "bad", words: "A change of its e-mail address is not settled." });
  if (order.uploadDoc.length > 0)
    items.push({ tone: "unclear", words: "A document is stored for this order already." });
  return items;
}
