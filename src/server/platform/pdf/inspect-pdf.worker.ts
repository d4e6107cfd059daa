import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { getDocument, PasswordException, type PDFDocumentProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { hasActiveContent } from "./active-content.ts";
import type { PdfFindings } from "./inspect-pdf.ts";
import { textOfPages } from "./pdf-text.ts";

/** So many pages are opened; a file whose first pages are sound opens in a viewer. */
const PAGES_OPENED = 20;

/** What the thread tells: its judgement, then the text that it reads out of a plain file, then that this was all. */
export type PdfWord = { judged: PdfFindings } | { text: string } | "end";

const CMAPS = fileURLToPath(new URL("../../cmaps/", import.meta.resolve("pdfjs-dist/legacy/build/pdf.mjs")));

const tell = (word: PdfWord) => parentPort?.postMessage(word);

async function inspect(bytes: Buffer): Promise<void> {
  // A copy: pdf.js takes the buffer for itself.
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    enableXfa: false,
    // What Chinese, Japanese and Korean fonts count their letters by; without it their text can't be read.
    cMapUrl: CMAPS,
    cMapPacked: true,
  });
  try {
    const document = await task.promise;
    const judged = await judge(document, bytes);
    tell({ judged });
    if (judged.kind === "plain") for await (const text of textOfPages(document)) tell({ text });
  } catch (error) {
    // After the judgement this changes nothing any more: a text that can't be read is no text.
    tell({ judged: { kind: error instanceof PasswordException ? "encrypted" : "broken" } });
  } finally {
    // Nothing is put away: whoever asked ends the thread.
    tell("end");
  }
}

async function judge(document: PDFDocumentProxy, bytes: Buffer): Promise<PdfFindings> {
  if (hasActiveContent(bytes)) return { kind: "active" };
  if ((await document.getJSActions()) || (await document.getAttachments())) return { kind: "active" };
  for (let number = 1; number <= Math.min(document.numPages, PAGES_OPENED); number += 1) {
    const page = await document.getPage(number);
    if (await page.getJSActions()) return { kind: "active" };
  }
  return document.numPages > 0 ? { kind: "plain", pages: document.numPages, text: "" } : { kind: "broken" };
}

await inspect(Buffer.from(workerData as Uint8Array));
