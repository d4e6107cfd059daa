import type { PackFacts } from "#server/features/packs/pack-facts.ts";
import { layOutPack } from "#server/features/packs/render/pack-document.ts";
import type { Block, Cell } from "#server/platform/typesetting/blocks.ts";

/** The content of a pack as an HTML page to be printed by a browser, with the same texts, tables and font sizes. */
export function packPage(facts: PackFacts): string {
  const { sections } = layOutPack(facts);
  const body = sections.flatMap(({ title, blocks }) => [
    ...(title === null ? [] : [`<h2>${escaped(title)}</h2>`]),
    ...blocks.map(blockHtml),
  ]);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(facts.caseReference)}</title>
<style>
@page { size: A4; margin: 60pt 48pt 36pt }
body { font: 12pt/1.35 sans-serif; margin: 0 }
h2 { font-size: 14pt; border-bottom: 1px solid; break-after: avoid }
table { width: 100%; border-collapse: collapse; font-size: 10.5pt; line-height: 1.3; margin-top: 9pt }
td, th { text-align: left; vertical-align: top; padding: 2.4pt 5pt; border-bottom: 0.5pt solid #999; overflow-wrap: anywhere }
tr { break-inside: avoid }
caption { text-align: left; font-weight: bold; background: #ebebeb; padding: 3pt 5pt }
</style><body>${body.join("\n")}</body></html>`;
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case "subheading":
      return `<h3>${escaped(block.text)}</h3>`;
    case "paragraph":
      return `<p>${block.isBold ? `<b>${escaped(block.text)}</b>` : escaped(block.text)}</p>`;
    case "numbered":
      return `<ol>${block.items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ol>`;
    case "table": {
      const title = block.title === undefined ? "" : `<caption>${escaped(block.title)}</caption>`;
      const columns = block.columns.map(({ share }) => `<col style="width:${share}%">`).join("");
      const titles = block.columns.map((column) => `<th>${escaped(column.title)}</th>`).join("");
      const head = block.isHeadless ? "" : `<thead><tr>${titles}</tr></thead>`;
      const rows = block.rows.map((row) => `<tr>${row.map(cellHtml).join("")}</tr>`).join("");
      return `<table>${title}<colgroup>${columns}</colgroup>${head}<tbody>${rows}</tbody></table>`;
    }
  }
}

function cellHtml(cell: Cell): string {
  if (typeof cell === "string") return `<td>${escaped(cell)}</td>`;
  if ("pageOf" in cell) return "<td>1</td>";
  return `<td>${cell.isBold ? `<b>${escaped(cell.text)}</b>` : escaped(cell.text)}</td>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
