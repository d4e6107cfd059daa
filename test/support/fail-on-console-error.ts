import { format } from "node:util";
import { afterEach, beforeEach, vi } from "vitest";

/**
 * A test that writes to console.error or console.warn fails: React, Node and our own code report mistakes there.
 * A test that expects such a line replaces the spy itself: vi.spyOn(console, "error").mockImplementation(…).
 */
let lines: string[] = [];

beforeEach(() => {
  lines = [];
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      lines.push(`console.${level}: ${format(...args)}`);
    });
  }
});

afterEach(() => {
  if (lines.length > 0) throw new Error(`The test wrote to the console:\n${lines.join("\n")}`);
});
