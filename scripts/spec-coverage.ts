// Lists the tests of each specified statement in docs/spec-coverage.md, by the ids in their titles.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT, read } from "../test/support/markdown.ts";
import { COVERAGE_DOCUMENT, projectTests, withTests } from "../test/support/spec-coverage.ts";

writeFileSync(path.join(ROOT, COVERAGE_DOCUMENT), withTests(read(COVERAGE_DOCUMENT), projectTests()));
