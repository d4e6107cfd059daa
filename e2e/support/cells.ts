import type { Locator } from "@playwright/test";

/** The text of table cells that is cut off or outside the table's scroll container. */
export const cutCells = (table: Locator) =>
  table.evaluate((element) => {
    let frame: Element = element;
    while (frame.parentElement !== null && !/auto|scroll|clip|hidden/.test(getComputedStyle(frame).overflowX)) {
      frame = frame.parentElement;
    }
    const right = frame.getBoundingClientRect().right;
    const cells = [...element.querySelectorAll("th, td:not([colspan])")].filter((cell) => cell.textContent !== "");
    const problems = cells.filter((cell) => {
      const words = document.createRange();
      words.selectNodeContents(cell);
      const outer = cell.getBoundingClientRect();
      const inner = words.getBoundingClientRect();
      return cell.scrollWidth > cell.clientWidth + 1 || inner.right > outer.right + 1 || outer.right > right + 1;
    });
    const words = problems.map((cell) => cell.textContent);
    return frame.scrollWidth > frame.clientWidth + 1
      ? [...words, `scrolls by ${frame.scrollWidth - frame.clientWidth}`]
      : words;
  });

/** The words that are broken across lines. */
export const brokenWords = (cells: Locator) =>
  cells.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (!(text instanceof Text)) throw new Error("no text");
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );

/** The elements whose text overflows. */
export const cutWords = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent),
  );
