import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Import, readSourceFiles, type SourceFile } from "#test/support/source-files.ts";

const MAX_LINES = 400;
const ROOT = path.join(import.meta.dirname, "..");
/** Runtime imports of another feature that are not its service, as `file -> target`; each with its reason. */
const SERVER_EXCEPTIONS: string[] = [];

const files = readSourceFiles();
const within = (folder: string) => files.filter((file) => file.path.startsWith(`src/${folder}/`));
const isOurs = ({ target }: Import) => target.startsWith("src/");

/** `file -> target` of every import for which `isWrong` is true. */
function violations(among: SourceFile[], isWrong: (target: Import, file: SourceFile) => boolean): string[] {
  return among.flatMap((file) =>
    file.imports.filter((each) => isWrong(each, file)).map(({ target }) => `${file.path} -> ${target}`),
  );
}

const featureOf = (file: string) => /^src\/(?:server|web)\/features\/([^/]+)\//.exec(file)?.[1];

it("reads the files that it checks", () => {
  expect(within("contract").length).toBeGreaterThan(15);
  expect(within("server").length).toBeGreaterThan(60);
  expect(within("web").length).toBeGreaterThan(60);
  const app = files.find((file) => file.path === "src/server/app.ts");
  expect(app?.imports.map(({ target }) => target)).toContain("src/server/features/orders/orders.routes.ts");
  expect(app?.imports.map(({ target }) => target)).toContain("fastify");
});

it("imports only files that exist", () => {
  const isMissing = (each: Import) => isOurs(each) && !existsSync(path.join(ROOT, each.target.replace(/\?.*$/, "")));
  expect(violations(files, isMissing)).toEqual([]);
});

describe("the three layers", () => {
  it("contract imports only zod and itself", () => {
    const isAllowed = ({ target }: Import) => target === "zod" || target.startsWith("src/contract/");
    expect(violations(within("contract"), (each) => !isAllowed(each))).toEqual([]);
  });

  it("server never imports web", () => {
    expect(violations(within("server"), ({ target }) => target.startsWith("src/web/"))).toEqual([]);
  });

  it("none imports the demo, which imports the server", () => {
    const isDemo = ({ target }: Import) => /^(#demo|demo)\//.test(target);
    expect(violations(files, isDemo)).toEqual([]);
  });

  it("web never imports server or Node modules", () => {
    const isForeign = ({ target }: Import) => target.startsWith("src/server/") || target.startsWith("node:");
    expect(violations(within("web"), isForeign)).toEqual([]);
  });
});

describe("the server", () => {
  it("names the tables of claims in no statement outside of claims", () => {
    const own = /^src\/server\/(features\/orders\/claims\/|platform\/db\/schema\/claims\.ts$)/;
    const naming = files.filter(({ text }) => /order_(claims|returns)|order(Claims|Returns)\b/.test(text));
    expect(naming.map((file) => file.path).filter((file) => own.test(file))).toHaveLength(3);
    expect(naming.map((file) => file.path).filter((file) => !own.test(file))).toEqual([]);
  });

  it("platform imports no feature and none of the files that compose the program", () => {
    const isBelow = ({ target }: Import) => /^src\/(contract|server\/platform)\//.test(target);
    expect(violations(within("server/platform"), (each) => isOurs(each) && !isBelow(each))).toEqual([]);
  });

  it("features import platform, the contract and each other, but not the program", () => {
    const isBelow = ({ target }: Import) => /^src\/(contract|server\/(platform|features))\//.test(target);
    expect(violations(within("server/features"), (each) => isOurs(each) && !isBelow(each))).toEqual([]);
  });

  it("a feature imports another one's service or types only", () => {
    const isReach = ({ target, isTypeOnly }: Import, file: SourceFile) => {
      const other = featureOf(target);
      if (other === undefined || other === featureOf(file.path) || isTypeOnly) return false;
      return !target.endsWith(".service.ts");
    };
    expect(violations(within("server/features"), isReach)).toEqual(SERVER_EXCEPTIONS);
  });

  it("only the program's entry files import the files that compose it", () => {
    const composers = ["main", "run", "program", "serve", "app", "services"].map((name) => `src/server/${name}.ts`);
    const isComposer = ({ target, isTypeOnly }: Import) => !isTypeOnly && composers.includes(target);
    const allowed = ["main", "run", "program", "serve"].map((name) => `src/server/${name}.ts`);
    const others = within("server").filter((file) => !allowed.includes(file.path));
    expect(violations(others, isComposer)).toEqual([]);
  });

  const ofRole = (role: string) => within("server/features").filter((file) => file.path.endsWith(`.${role}.ts`));

  it("routes never import the database", () => {
    const isDatabase = ({ target }: Import) =>
      /^(drizzle-orm|pg)(\/|$)/.test(target) || /platform\/db\/|\.repository\.ts$/.test(target);
    expect(ofRole("routes").length).toBeGreaterThan(4);
    expect(violations(ofRole("routes"), isDatabase)).toEqual([]);
  });

  it("services write no SQL", () => {
    const isSql = ({ target }: Import) => /^(drizzle-orm|pg)(\/|$)|platform\/db\/schema\.ts$/.test(target);
    expect(ofRole("service").length).toBeGreaterThan(6);
    expect(violations(ofRole("service"), isSql)).toEqual([]);
  });

  it("only these files may read from a replica: no decision depends on what they read", () => {
    const named = [
      "orders/export/order-export.repository.ts",
      "orders/export/order-export.service.ts",
      "reports/reports.repository.ts",
      "reports/reports.service.ts",
    ];
    const isReading = ({ target }: Import) => target === "src/server/platform/db/reading.ts";
    const readers = within("server/features").filter((file) => file.imports.some(isReading));
    const strip = (file: SourceFile) => file.path.replace("src/server/features/", "");
    expect(readers.map(strip).filter((name) => !name.endsWith(".test.ts"))).toEqual(named);
    // There is no other way to get it: one file passes it on.
    const holders = within("server").filter(
      ({ path: name, text }) => /\.reading\b/.test(text) && !/\.test\.ts$/.test(name),
    );
    expect(holders.map(({ path: name }) => name)).toEqual([
      "src/server/platform/db/client.ts",
      "src/server/services.ts",
    ]);
  });

  it("repositories never import HTTP", () => {
    const isHttp = ({ target }: Import) => /^fastify|^@fastify\/|platform\/http\/|\.(routes|service)\.ts$/.test(target);
    expect(ofRole("repository").length).toBeGreaterThan(5);
    expect(violations(ofRole("repository"), isHttp)).toEqual([]);
  });
});

describe("the web", () => {
  it("platform, ui and theme import no feature and no screen", () => {
    const low = files.filter((file) => /^src\/web\/(platform|ui|theme)\//.test(file.path));
    expect(violations(low, ({ target }) => /^src\/web\/(app|features)\//.test(target))).toEqual([]);
    const platform = files.filter((file) => /^src\/web\/(platform|theme)\//.test(file.path));
    expect(violations(platform, ({ target }) => target.startsWith("src/web/ui/"))).toEqual([]);
  });

  it("features don't import the app that composes them", () => {
    expect(violations(within("web/features"), ({ target }) => target.startsWith("src/web/app/"))).toEqual([]);
  });

  it("the visitor's pages load none of the console's libraries", () => {
    const reached = reachableFrom("src/web/visitor.tsx");
    expect(reached.has("src/web/features/tracking/track.page.tsx")).toBe(true);
    const heavy = /^(@mantine|@reduxjs|react-redux|react-hook-form|@hookform|@tanstack|@tabler)/;
    expect([...reached].filter((target) => heavy.test(target))).toEqual([]);
  });
});

/** Every file and package that an entry loads, directly or indirectly. */
function reachableFrom(entry: string): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set([entry]);
  for (const file of reached) {
    for (const { target, isTypeOnly } of byPath.get(file)?.imports ?? []) if (!isTypeOnly) reached.add(target);
  }
  return reached;
}

/** The groups of files that import each other in a cycle, also by type imports. */
function groupsInCycles(groupOf: (file: string) => string | undefined): string[] {
  const uses = new Map<string, Set<string>>();
  for (const { path: file, imports } of files) {
    const group = groupOf(file);
    if (group === undefined) continue;
    const used = imports.flatMap(({ target }) => groupOf(target) ?? []).filter((other) => other !== group);
    uses.set(group, new Set([...(uses.get(group) ?? []), ...used]));
  }
  expect(uses.size).toBeGreaterThan(10);
  const isInCycle = (group: string) => {
    const reached = new Set(uses.get(group));
    for (const each of reached) for (const next of uses.get(each) ?? []) reached.add(next);
    return reached.has(group);
  };
  return [...uses.keys()].filter(isInCycle);
}

it.each(["server/features", "web/features", "server/features/orders"])("no cycle among the folders of %s", (folder) => {
  const pattern = new RegExp(`^src/${folder}/([^/]+)/`);
  expect(groupsInCycles((file) => pattern.exec(file)?.[1])).toEqual([]);
});

describe("every file", () => {
  it("leaves reading the environment to main.ts, which passes it on", () => {
    const readers = within("server").filter(({ text }) => /\bprocess\.env\b|\benv\b.*from "node:process"/.test(text));
    expect(readers.map((file) => file.path)).toEqual(["src/server/main.ts"]);
    expect(readers[0]?.text.match(/process\.env/g)).toHaveLength(1);
    expect(readers[0]?.text).toContain("run(process.env)");
  });

  it.each(["src", "demo", "test", "e2e", "bench", "scripts"])(
    "in %s has at most 400 lines, including tests and styles",
    (folder) => {
      const written = globSync(`${folder}/**/*.{ts,tsx,mjs,css,sh}`, { cwd: ROOT });
      expect(written.length).toBeGreaterThan(5);
      const linesOf = (name: string) =>
        readFileSync(path.join(ROOT, name), "utf8").replace(/\n$/, "").split("\n").length;
      expect(written.filter((name) => linesOf(name) > MAX_LINES)).toEqual([]);
    },
  );

  it("writes nothing to the console", () => {
    expect(files.filter(({ text }) => /\bconsole\.\w+\(/.test(text)).map((file) => file.path)).toEqual([]);
  });

  it("is named in kebab-case with its role as suffix, and never utils or helpers", () => {
    const isWellNamed = (name: string) => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.tsx?$/.test(name);
    const names = files.map((file) => path.posix.basename(file.path));
    expect(names.filter((name) => !isWellNamed(name))).toEqual([]);
    expect(names.filter((name) => /^(utils?|helpers?|misc|common|index)\.tsx?$/.test(name))).toEqual([]);
  });
});

it("a feature has the same name in every layer", () => {
  const src = path.join(ROOT, "src");
  const contract = readdirSync(path.join(src, "contract"));
  for (const layer of ["server", "web"]) {
    const features = readdirSync(path.join(src, layer, "features"));
    expect(features.filter((feature) => !contract.includes(feature))).toEqual([]);
  }
});
