/** @module-tag long */
import { expect, it, vi } from "vitest";
import { HOSTILE_PDFS } from "#test/support/hostile-pdfs.ts";
import { createPdfInspector } from "./inspect-pdf.ts";

vi.setConfig({ testTimeout: 120_000 });

const hostile = Object.entries(HOSTILE_PDFS);
const unpacking = (name: string) => /unpack/.test(name);

it.each(hostile.filter(([name]) => unpacking(name)))(
  "gives up on %s long before the time limit",
  async (_name, make) => {
    expect(await createPdfInspector({ timeLimitMs: 100_000 })(make())).toEqual({ kind: "broken" });
  },
);

it.each(hostile.filter(([name]) => !unpacking(name)))("terminates on %s", async (_name, make) => {
  const { kind } = await createPdfInspector({ timeLimitMs: 3000 })(make());
  expect(["plain", "broken"]).toContain(kind);
});
