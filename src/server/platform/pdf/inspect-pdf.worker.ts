import { parentPort, workerData } from "node:worker_threads";
import { getDocument, PasswordException, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { hasActiveContent } from "./active-content.ts";
import type { PdfFindings } from "./inspect-pdf.ts";

/** So many pages are opened; a file whose first pages are sound opens in a viewer. */
const PAGES_OPENED = 20;

async function inspect(bytes: Buffer): Promise<PdfFindings> {
  // A copy: pdf.js takes the buffer for itself.
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    enableXfa: false,
  });
  try {
    const document = await task.promise;
    if (hasActiveContent(bytes)) return { kind: "active" };
    if ((await document.getJSActions()) || (await document.getAttachments())) return { kind: "active" };
    for (let number = 1; number <= Math.min(document.numPages, PAGES_OPENED); number += 1) {
      const page = await document.getPage(number);
      if (await page.getJSActions()) return { kind: "active" };
    }
    return document.numPages > 0 ? { kind: "plain", pages: document.numPages } : { kind: "broken" };
  } catch (error) {
    return { kind: error instanceof PasswordException ? "encrypted" : "broken" };
  } finally {
    await task.destroy();
  }
}

parentPort?.postMessage(await inspect(Buffer.from(workerData as Uint8Array)));
