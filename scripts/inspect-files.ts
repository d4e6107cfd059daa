// Runs the inspection of uploads over a folder of files, for instance of the test corpora of PDF readers, and counts the
// answers: node scripts/inspect-files.ts FOLDER
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { inspectFile } from "#server/features/documents/document-type.ts";
import { createPdfInspector } from "#server/platform/pdf/inspect-pdf.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("Please name a folder: node scripts/inspect-files.ts FOLDER");
  process.exit(1);
}

const inspectPdf = createPdfInspector();
const counts = new Map<string, number>();
let slowest = { name: "", ms: 0 };

for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
  const file = path.join(folder, name);
  if (!statSync(file).isFile()) continue;
  const startedAt = performance.now();
  const answer = await inspectFile(readFileSync(file), inspectPdf).then(
    ({ contentType }) => `accepted as ${contentType}`,
    (error: Error) => error.message,
  );
  const ms = Math.round(performance.now() - startedAt);
  if (ms > slowest.ms) slowest = { name, ms };
  counts.set(answer, (counts.get(answer) ?? 0) + 1);
  if (!answer.startsWith("accepted")) console.log(`${name}: ${answer}`);
}

for (const [answer, count] of [...counts].sort(([, a], [, b]) => b - a)) console.log(`${count}  ${answer}`);
console.log(`slowest: ${slowest.ms} ms, ${slowest.name}`);
