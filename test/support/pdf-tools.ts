import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** What one of the system's PDF tools says of a file; `status` is 0 when it found nothing wrong. */
function run(tool: string, args: (file: string) => string[], bytes: Buffer) {
  const folder = mkdtempSync(path.join(tmpdir(), "arrival-desk-pdf-"));
  try {
    const file = path.join(folder, "file.pdf");
    writeFileSync(file, bytes);
    const { error, status, stdout, stderr } = spawnSync(tool, args(file), { maxBuffer: 64 * 1024 * 1024 });
    if (error !== undefined) throw new Error(`${tool} did not run; npm test installs it`, { cause: error });
    return { status, output: stdout.toString("utf8"), raw: stdout, complaints: stderr.toString("utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The lines of pdfinfo by their names, for instance `Pages`, `Page size`, `Title`. */
export function pdfInfo(bytes: Buffer): Record<string, string> {
  const lines = run("pdfinfo", (file) => [file], bytes).output.split("\n");
  return Object.fromEntries(lines.map((line) => line.split(/:\s+/, 2)).filter((pair) => pair.length === 2));
}

/** The text in the order of the page's content, without the marks that the tool puts around right-to-left words. */
export function pdfText(bytes: Buffer, page?: number): string {
  const range = page === undefined ? [] : ["-f", String(page), "-l", String(page)];
  const { output } = run("pdftotext", (file) => ["-raw", ...range, file, "-"], bytes);
  return output.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\f]/g, "");
}

/** The logical structure of a tagged file, one line each: the type of an element, or its text in quotes, indented. */
export function pdfStructure(bytes: Buffer): string[] {
  const { output } = run("pdfinfo", (file) => ["-struct-text", file], bytes);
  return output.split("\n").filter((line) => line.trim() !== "");
}

/** The box of every word: `xMin`, `yMin`, `xMax`, `yMax` in points from the upper left corner. */
export function pdfWords(bytes: Buffer): { text: string; box: [number, number, number, number] }[] {
  const { output } = run("pdftotext", (file) => ["-bbox", file, "-"], bytes);
  const words = output.matchAll(/<word xMin="(.+?)" yMin="(.+?)" xMax="(.+?)" yMax="(.+?)">(.*?)<\/word>/g);
  return [...words].map(([, xMin, yMin, xMax, yMax, text = ""]) => ({
    text,
    box: [Number(xMin), Number(yMin), Number(xMax), Number(yMax)],
  }));
}

export interface PdfFont {
  name: string;
  isEmbedded: boolean;
  isSubset: boolean;
}

export function pdfFonts(bytes: Buffer): PdfFont[] {
  const lines = run("pdffonts", (file) => [file], bytes)
    .output.trim()
    .split("\n")
    .slice(2);
  return lines.map((line) => {
    const [name = ""] = line.split(/\s+/);
    const [embedded, subset] = line.trim().split(/\s+/).slice(-5);
    return { name, isEmbedded: embedded === "yes", isSubset: subset === "yes" };
  });
}

/** What `qpdf --check` finds wrong; empty when nothing is. */
export function qpdfFaults(bytes: Buffer): string {
  const { status, output, complaints } = run("qpdf", (file) => ["--check", file], bytes);
  return status === 0 && complaints === "" ? "" : output + complaints;
}

/** The file with its streams unpacked, one character a byte. */
export function unpackedPdf(bytes: Buffer): string {
  const args = (file: string) => ["--qdf", "--object-streams=disable", file, "-"];
  return run("qpdf", args, bytes).raw.toString("latin1");
}
