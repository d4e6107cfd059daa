/** Text as it is compared: without marks and case. */
function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

/** True when every typed word stands somewhere in the label. Nothing typed matches everything. */
export function matchesText(label: string, typed: string): boolean {
  const inLabel = folded(label);
  return folded(typed)
    .split(/\s+/)
    .every((word) => inLabel.includes(word));
}
