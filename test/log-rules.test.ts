import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import config from "../vitest.config.ts";
import { intakeBody } from "./support/client.ts";
import { expectLogWithoutPersons, forgetLog, MUST_LOG, testLog } from "./support/log-capture.ts";

const ROOT = path.join(import.meta.dirname, "..");
const read = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((file) => ({ file, text: readFileSync(path.join(ROOT, file), "utf8") }));

const tests = read("test/**/*.test.ts").filter(({ file }) => MUST_LOG.test(`/${file}`));
const support = read("test/support/*.ts");

describe("the log of a test file", () => {
  it("is checked at its end for the personal data sent to its programs", async () => {
    const { full_name: name } = intakeBody({ full_name: "Zuleika Abernathy-Quorn" });
    await expectLogWithoutPersons();
    testLog.info({ said: `the order of ${name} is lost` }, "a line that must not be");
    await expect(expectLogWithoutPersons()).rejects.toMatchObject({ actual: [{ value: "zuleika abernathy-quorn" }] });
    // Otherwise this file would fail at its end.
    forgetLog();
  });

  it("is checked by the setup of every file", () => {
    const setup = "test/support/fail-on-console-error.ts";
    expect(config.test?.setupFiles).toContain(setup);
    expect(readFileSync(path.join(ROOT, setup), "utf8")).toMatch(
      /^afterAll\(async \(\) => \{\n {2}await expectLogWithoutPersons\(\);/m,
    );
  });
});

describe("a test of faults or attacks", () => {
  it("is recognized by its folder or name", () => {
    const names = tests.map(({ file }) => file);
    expect(names).toEqual(
      expect.arrayContaining([
        "test/attacks/audit-log.test.ts",
        "test/crash.test.ts",
        "test/failover.test.ts",
        "test/faults/space.test.ts",
        "test/mail-faults.test.ts",
        "test/mail-kills.test.ts",
      ]),
    );
  });

  it("neither creates a log of its own, which would not be checked, nor silences one", () => {
    const wrong = tests.filter(({ text }) => /\bcreateLog\b|from "pino"|LOG_LEVEL: "silent"/.test(text));
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });

  it("collects the log of each process that it starts", () => {
    const starts = ({ text }: { text: string }) => /\b(?:spawn|fork)\(/.test(text);
    const withoutLog = [...tests, ...support].filter((each) => starts(each) && !each.text.includes("keepLogOf("));
    // These run only databases, which hold no personal data.
    const databases = ["patroni-cluster.ts", "postgres-cluster.ts", "replica.ts", "run-embedded-program.ts"];
    expect(withoutLog.map(({ file }) => path.basename(file)).sort()).toEqual(databases);
  });
});
