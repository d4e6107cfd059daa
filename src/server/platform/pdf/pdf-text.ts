import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A card has one or two pages; its holder is named on the first ones. */
const PAGES_READ = 5;
/** Characters per file: about ten full pages. */
export const MAX_TEXT = 30_000;

/** Yields the text of the first pages in parts, up to `MAX_TEXT` characters in total. */
export async function* textOfPages(document: PDFDocumentProxy): AsyncGenerator<string> {
  let left = MAX_TEXT;
  for (let number = 1; number <= Math.min(document.numPages, PAGES_READ); number += 1) {
    const page = await document.getPage(number);
    for (const read of [textLayer, formValues]) {
      const text = await read(page, left);
      if (text !== "") yield text;
      left -= text.length;
      if (left <= 0) return;
    }
  }
}

/**
 * Reads the stream only up to the limit: a small file can expand into gigabytes of text. The rest stays unread until the
 * document is destroyed; cancelling the stream would throw inside a callback of pdf.js.
 */
async function textLayer(page: PDFPageProxy, limit: number): Promise<string> {
  const reader = page.streamTextContent().getReader();
  let text = "";
  while (text.length < limit) {
    const { done, value } = await reader.read();
    if (done) return text === "" ? "" : `${text}\n`.slice(0, limit);
    for (const item of value.items) {
      if ("str" in item) text += item.str.slice(0, limit) + (item.hasEOL ? "\n" : "");
    }
  }
  return text.slice(0, limit);
}

/** The values of form fields, which are not part of the page content. */
async function formValues(page: PDFPageProxy, limit: number): Promise<string> {
  let text = "";
  for (const { subtype, hidden, fieldValue } of await page.getAnnotations()) {
    if (subtype !== "Widget" || hidden || typeof fieldValue !== "string" || fieldValue === "") continue;
    text += `${fieldValue.slice(0, limit)}\n`;
    if (text.length >= limit) break;
  }
  return text.slice(0, limit);
}
