import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** A card has one page or two; what names its holder stands on the first ones. */
const PAGES_READ = 5;
/** Of the whole file: ten full pages of print. */
export const MAX_TEXT = 30_000;

/** The text of the first pages, piece by piece, at most `MAX_TEXT` characters in all. */
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
 * Read as it comes and left at the limit: a small file can unfold into gigabytes of text. Nobody reads on then, and the
 * stream waits until the document goes; cancelled, it throws out of a callback of pdf.js.
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

/** What was typed into the fields of a form, which is no part of the page itself. */
async function formValues(page: PDFPageProxy, limit: number): Promise<string> {
  let text = "";
  for (const { subtype, hidden, fieldValue } of await page.getAnnotations()) {
    if (subtype !== "Widget" || hidden || typeof fieldValue !== "string" || fieldValue === "") continue;
    text += `${fieldValue.slice(0, limit)}\n`;
    if (text.length >= limit) break;
  }
  return text.slice(0, limit);
}
