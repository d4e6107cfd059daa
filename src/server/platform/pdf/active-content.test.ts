/** @module-tag long */
import { expect, it } from "vitest";
import { HOSTILE_PDFS } from "#test/support/hostile-pdfs.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { hasActiveContent } from "./active-content.ts";
import { ResourceLimitError } from "./pdf-syntax.ts";

const cpuSeconds = (work: () => void) => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1e6;
};

/** A valid 10 MB file: one page, and as many objects as fit. */
const large = () => {
  const objects = Array.from({ length: 200_000 }, (_none, id) => `${id + 10} 0 obj\n<< /A /B /C (d) >>\nendobj\n`);
  return Buffer.concat([plainPdf("Arrival card"), Buffer.from(objects.join(""))]);
};

it.each(Object.keys(HOSTILE_PDFS).filter((name) => /unclosed|million objects/.test(name)))(
  "reads a file with %s only a few times",
  (name) => {
    const honest = cpuSeconds(() => expect(hasActiveContent(large())).toBe(false));
    const bytes = HOSTILE_PDFS[name]?.() ?? Buffer.alloc(0);
    const hostile = cpuSeconds(() => expect(() => hasActiveContent(bytes)).toThrow(ResourceLimitError));
    expect(hostile).toBeLessThan(10 * honest + 1);
  },
);
