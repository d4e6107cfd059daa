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

/** Redux Toolkit's development checks warn when they take over 32 ms: a busy machine, not a mistake. */
const SLOW_CHECK = /^(Immutable|Serializable)StateInvariantMiddleware took \d+ms/;

beforeEach(() => {
  lines = [];
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => {
      const line = format(...args);
      if (!SLOW_CHECK.test(line)) lines.push(`console.${level}: ${line}`);
    });
  }
});

afterEach(() => {
  if (lines.length > 0) throw new Error(`The test wrote to the console: ${lines.join("\n")}`);
});
