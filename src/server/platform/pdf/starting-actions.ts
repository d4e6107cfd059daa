import { Keyword, type PdfDict, PdfName, PdfReference, type PdfValue } from "./pdf-syntax.ts";

export interface NumberedObject {
  id: number | undefined;
  value: PdfValue | undefined;
}

/** The value of `OpenAction` or `AA` in any dictionary. */
export interface StartingEntry {
  key: "OpenAction" | "AA";
  value: PdfValue;
}

/** Navigation within the document. */
const HARMLESS = new Set(["GoTo", "Named"]);
const MAX_STEPS = 1000;

/**
 * True when a viewer would automatically do more than navigate within the document: open another file or a URL, play sound
 * or video. The same actions behind a link need a click and are allowed.
 */
export function startsSomething(entries: readonly StartingEntry[], objects: readonly NumberedObject[]): boolean {
  const byId = new Map<number, PdfValue[]>();
  for (const { id, value } of objects) {
    if (id === undefined || value === undefined) continue;
    const known = byId.get(id);
    // Every revision of an object counts.
    if (known === undefined) byId.set(id, [value]);
    else known.push(value);
  }
  let steps = 0;

  /** All values a reference may resolve to; undefined, which is not harmless, if the object was not found. */
  function meanings(value: PdfValue): PdfValue[] | undefined {
    return value instanceof PdfReference ? byId.get(value.id) : [value];
  }

  function isHarmless(value: PdfValue): boolean {
    steps += 1;
    if (steps > MAX_STEPS) return false;
    return (
      meanings(value)?.every((each) => (each instanceof Map ? isHarmlessAction(each) : isDestination(each))) ?? false
    );
  }

  function isHarmlessAction(action: PdfDict): boolean {
    const kind = action.get("S");
    // Without `S` it is a destination in its older form.
    const isKnown = kind === undefined ? action.has("D") : kind instanceof PdfName && HARMLESS.has(kind.name);
    const next = action.get("Next");
    return isKnown && (next === undefined || (Array.isArray(next) ? actionsIn(next) : [next]).every(isHarmless));
  }

  return entries.some(({ key, value }) =>
    key === "OpenAction"
      ? !isHarmless(value)
      : !(meanings(value)?.every((each) => each instanceof Map && [...each.values()].every(isHarmless)) ?? false),
  );
}

/** A destination given by name or page, or `null`. */
const isDestination = (value: PdfValue) =>
  Array.isArray(value) ||
  Buffer.isBuffer(value) ||
  value instanceof PdfName ||
  (value instanceof Keyword && value.word === "null");

/** Arrays are not resolved: a reference is still three values, its number, generation and `R`. */
function actionsIn(values: readonly PdfValue[]): PdfValue[] {
  return values.flatMap((value, index) => {
    if (value instanceof Keyword && value.word === "R") {
      const id = values[index - 2];
      return typeof id === "number" ? [new PdfReference(id)] : [value];
    }
    return typeof value === "number" ? [] : [value];
  });
}
