/** Puts text in place of what is selected, as if it had been typed: form and field take it as input. */
export function insertText(area: HTMLTextAreaElement | null, text: string): void {
  if (area === null) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
  area.focus();
}

/** True for `/` typed at the start of a line, where it opens the quick replies. */
export function opensReplies(event: KeyboardEvent, area: HTMLTextAreaElement): boolean {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
  return area.selectionStart === 0 || area.value[area.selectionStart - 1] === "\n";
}
