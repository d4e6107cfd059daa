import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { getDocument, PasswordException, type PDFDocumentProxy, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { hasActiveContent } from "./active-content.ts";
import type { InspectionMessage, PdfFindings } from "./inspect-pdf.ts";
import { pdfEnd } from "./pdf-end.ts";
import { ResourceLimitError } from "./pdf-syntax.ts";
import { textOfPages } from "./pdf-text.ts";

/** Pages that are opened as a test; a file whose first pages are intact opens in a viewer. */
const PAGES_OPENED = 20;

const CMAPS = fileURLToPath(new URL("../../cmaps/", import.meta.resolve("pdfjs-dist/legacy/build/pdf.mjs")));

const post = (message: InspectionMessage) => parentPort?.postMessage(message);

async function inspect(bytes: Buffer): Promise<void> {
  // Before pdf.js, which repairs broken files and may take long: this reads the file only a few times.
  const found = scanRawBytes(bytes);
  if (found !== "plain" && found !== "unreadable") {
    post({ judged: { kind: found } });
    return post("end");
  }
  // A copy: pdf.js takes ownership of the buffer.
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    enableXfa: false,
    // Character maps of Chinese, Japanese and Korean fonts, needed to extract their text.
    cMapUrl: CMAPS,
    cMapPacked: true,
  });
  try {
    const document = await task.promise;
    const judged: PdfFindings = found === "unreadable" ? { kind: "broken" } : await judge(document);
    post({ judged });
    if (judged.kind === "plain") for await (const text of textOfPages(document)) post({ text });
  } catch (error) {
    // Ignored after the verdict: text that can't be read counts as no text.
    post({ judged: { kind: error instanceof PasswordException ? "encrypted" : "broken" } });
  } finally {
    // No cleanup: the parent terminates the thread.
    post("end");
  }
}

/** `unreadable` may mean that a password is needed, which pdf.js detects. */
function scanRawBytes(bytes: Buffer): "plain" | "active" | "trailing" | "broken" | "unreadable" {
  try {
    if (hasActiveContent(bytes)) return "active";
  } catch (error) {
    return error instanceof ResourceLimitError ? "broken" : "unreadable";
  }
  const end = pdfEnd(bytes);
  return end === "whole" ? "plain" : end === "missing" ? "broken" : end;
}

async function judge(document: PDFDocumentProxy): Promise<PdfFindings> {
  if ((await document.getJSActions()) || (await document.getAttachments())) return { kind: "active" };
  for (let number = 1; number <= Math.min(document.numPages, PAGES_OPENED); number += 1) {
    const page = await document.getPage(number);
    if (await page.getJSActions()) return { kind: "active" };
  }
  return document.numPages > 0 ? { kind: "plain", pages: document.numPages, text: "" } : { kind: "broken" };
}

await inspect(Buffer.from(workerData as Uint8Array));
