// What integrators run on the OpenAPI document: two linters by their recommended rules, and two generators of clients.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApiOf } from "./support/example-call.ts";
import { startTestProgram } from "./support/test-program.ts";

/** They need another TypeScript than this project, so they are installed beside it. */
const TOOLS = [
  "@redocly/cli@2.77.0",
  "@stoplight/spectral-cli@6.16.3",
  "openapi-typescript@7.13.0",
  "@hey-api/openapi-ts@0.95.0",
  "typescript@5.9.3",
];
const DOCUMENT = "openapi.json";
const TSC = ["--strict", "--noEmit", "--skipLibCheck", "--target", "es2022", "--lib", "es2023,dom,dom.iterable"];

describe("the OpenAPI document", { tags: "long" }, () => {
  let folder: string;
  const run = async (command: string, ...args: string[]) =>
    await promisify(execFile)(command, args, { cwd: folder, maxBuffer: 50_000_000 });
  const tool = (name: string, ...args: string[]) => run(path.join(folder, "node_modules/.bin", name), ...args);

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "openapi-tools-"));
    const program = await startTestProgram();
    await writeFile(path.join(folder, DOCUMENT), JSON.stringify(await openApiOf(program)));
    await program.stop();
    await writeFile(path.join(folder, "package.json"), '{ "private": true }');
    await writeFile(path.join(folder, ".spectral.yaml"), 'extends: ["spectral:oas"]\n');
    await run("npm", "install", "--no-audit", "--no-fund", ...TOOLS);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("keeps the recommended rules of Redocly", async () => {
    const { stdout } = await tool("redocly", "lint", DOCUMENT, "--format", "json");
    expect(JSON.parse(stdout).problems).toEqual([]);
  });

  it("keeps the rules of Spectral for OpenAPI", async () => {
    const { stdout } = await tool("spectral", "lint", DOCUMENT, "--format", "json");
    expect(JSON.parse(stdout.slice(stdout.indexOf("["), stdout.lastIndexOf("]") + 1))).toEqual([]);
  });

  it("gives types that compile with openapi-typescript", async () => {
    await tool("openapi-typescript", DOCUMENT, "--output", "types.ts");
    await tool("tsc", ...TSC, "--module", "nodenext", "types.ts");
  });

  it("gives a client that compiles with @hey-api/openapi-ts", async () => {
    await tool("openapi-ts", "--input", DOCUMENT, "--output", "client");
    await tool("tsc", ...TSC, "--module", "esnext", "--moduleResolution", "bundler", "client/index.ts");
  });
});
