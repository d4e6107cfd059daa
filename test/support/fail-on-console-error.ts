import { format } from "node:util";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { expectLogWithoutPersons, forgetLog, hasLogged, MUST_LOG } from "./log-capture.ts";

forgetLog();

// Runs after all other hooks of the file.
afterAll(async () => {
  await expectLogWithoutPersons();
  const file = expect.getState().testPath ?? "";
  if (MUST_LOG.test(file) && !hasLogged()) throw new Error(`${file} keeps no log: see test/support/log-capture.ts`);
});

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
