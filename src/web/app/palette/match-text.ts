import { foldedText } from "#contract/text.ts";

/** True when every typed word occurs in the label. An empty text matches everything. */
export function matchesText(label: string, typed: string): boolean {
  const inLabel = foldedText(label);
  return foldedText(typed)
    .split(/\s+/)
    .every((word) => inLabel.includes(word));
}
