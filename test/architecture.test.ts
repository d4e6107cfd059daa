import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type Import, readSourceFiles, type SourceFile } from "#test/support/source-files.ts";

const MAX_LINES = 400;
/** Runtime imports of another feature that are no service, as `file -> target`; each with its reason. */
const SERVER_EXCEPTIONS: string[] = [];

const files = readSourceFiles();
const within = (folder: string) => files.filter((file) => file.path.startsWith(`src/${folder}/`));
const isOurs = ({ target }: Import) => target.startsWith("src/");

/** `file -> what it imports`, for every import that `isWrong` finds wrong. */
function violations(among: SourceFile[], isWrong: (target: Import, file: SourceFile) => boolean): string[] {
  return among.flatMap((file) =>
    file.imports.filter((each) => isWrong(each, file)).map(({ target }) => `${file.path} -> ${target}`),
  );
}

const featureOf = (file: string) => /^src\/(?:server|web)\/features\/([^/]+)\//.exec(file)?.[1];

it("reads the files it judges", () => {
  expect(within("contract").length).toBeGreaterThan(15);
  expect(within("server").length).toBeGreaterThan(60);
  expect(within("web").length).toBeGreaterThan(60);
  const app = files.find((file) => file.path === "src/server/app.ts");
  expect(app?.imports.map(({ target }) => target)).toContain("src/server/features/orders/orders.routes.ts");
  expect(app?.imports.map(({ target }) => target)).toContain("fastify");
});

it("imports only files that exist", () => {
  const root = path.join(import.meta.dirname, "..");
  const isMissing = (each: Import) => isOurs(each) && !existsSync(path.join(root, each.target.replace(/\?.*$/, "")));
  expect(violations(files, isMissing)).toEqual([]);
});

describe("the three shelves", () => {
  it("contract: zod and itself", () => {
    const isAllowed = ({ target }: Import) => target === "zod" || target.startsWith("src/contract/");
    expect(violations(within("contract"), (each) => !isAllowed(each))).toEqual([]);
  });

  it("server: never web", () => {
    expect(violations(within("server"), ({ target }) => target.startsWith("src/web/"))).toEqual([]);
  });

  it("web: never server, and nothing of Node", () => {
    const isForeign = ({ target }: Import) => target.startsWith("src/server/") || target.startsWith("node:");
    expect(violations(within("web"), isForeign)).toEqual([]);
  });
});

describe("the server", () => {
  it("platform knows no feature and none of the parts that compose the program", () => {
    const isBelow = ({ target }: Import) => /^src\/(contract|server\/platform)\//.test(target);
    expect(violations(within("server/platform"), (each) => isOurs(each) && !isBelow(each))).toEqual([]);
  });

  it("features know platform, the contract and each other, but not the program", () => {
    const isBelow = ({ target }: Import) => /^src\/(contract|server\/(platform|features))\//.test(target);
    expect(violations(within("server/features"), (each) => isOurs(each) && !isBelow(each))).toEqual([]);
  });

  it("a feature reaches another one through its service, or for its types alone", () => {
    const isReach = ({ target, isTypeOnly }: Import, file: SourceFile) => {
      const other = featureOf(target);
      if (other === undefined || other === featureOf(file.path) || isTypeOnly) return false;
      return !target.endsWith(".service.ts");
    };
    expect(violations(within("server/features"), isReach)).toEqual(SERVER_EXCEPTIONS);
  });

  it("only the program's own parts compose it", () => {
    const composers = ["main", "program", "app", "services"].map((name) => `src/server/${name}.ts`);
    const isComposer = ({ target, isTypeOnly }: Import) => !isTypeOnly && composers.includes(target);
    const allowed = ["src/server/main.ts", "src/server/program.ts", "src/server/demo/demo-services.ts"];
    const others = within("server").filter((file) => !allowed.includes(file.path));
    expect(violations(others, isComposer)).toEqual([]);
  });

  const ofRole = (role: string) => within("server/features").filter((file) => file.path.endsWith(`.${role}.ts`));

  it("routes never see the database", () => {
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

  it("only what is named here may read from a replica: no decision hangs on it", () => {
    const named = [
      "orders/order-export.repository.ts",
      "orders/order-export.service.ts",
      "reports/reports.repository.ts",
      "reports/reports.service.ts",
    ];
    const isReading = ({ target }: Import) => target === "src/server/platform/db/reading.ts";
    const readers = within("server/features").filter((file) => file.imports.some(isReading));
    const strip = (file: SourceFile) => file.path.replace("src/server/features/", "");
    expect(readers.map(strip).filter((name) => !name.endsWith(".test.ts"))).toEqual(named);
    // Nobody gets hold of it in another way: it is handed out in one place.
    const holders = within("server").filter(
      ({ path: name, text }) => /\.reading\b/.test(text) && !/\.test\.ts$/.test(name),
    );
    expect(holders.map(({ path: name }) => name)).toEqual([
      "src/server/platform/db/client.ts",
      "src/server/services.ts",
    ]);
  });

  it("repositories never see HTTP", () => {
    const isHttp = ({ target }: Import) => /^fastify|^@fastify\/|platform\/http\/|\.(routes|service)\.ts$/.test(target);
    expect(ofRole("repository").length).toBeGreaterThan(5);
    expect(violations(ofRole("repository"), isHttp)).toEqual([]);
  });
});

describe("the web", () => {
  it("platform, ui and theme know no feature and no screen", () => {
    const low = files.filter((file) => /^src\/web\/(platform|ui|theme)\//.test(file.path));
    expect(violations(low, ({ target }) => /^src\/web\/(app|features)\//.test(target))).toEqual([]);
    const platform = files.filter((file) => /^src\/web\/(platform|theme)\//.test(file.path));
    expect(violations(platform, ({ target }) => target.startsWith("src/web/ui/"))).toEqual([]);
  });

  it("features don't know the app that composes them", () => {
    expect(violations(within("web/features"), ({ target }) => target.startsWith("src/web/app/"))).toEqual([]);
  });

  it("the visitor's pages load nothing of the console's machinery", () => {
    const reached = reachableFrom("src/web/visitor.tsx");
    expect(reached.has("src/web/features/tracking/track.page.tsx")).toBe(true);
    const heavy = /^(@mantine|@reduxjs|react-redux|react-hook-form|@hookform|@tanstack|@tabler)/;
    expect([...reached].filter((target) => heavy.test(target))).toEqual([]);
  });
});

/** Every file and package that an entry loads, sooner or later. */
function reachableFrom(entry: string): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const reached = new Set([entry]);
  for (const file of reached) {
    for (const { target, isTypeOnly } of byPath.get(file)?.imports ?? []) if (!isTypeOnly) reached.add(target);
  }
  return reached;
}

describe("every file", () => {
  it("leaves the environment to config.ts, which main.ts hands it", () => {
    const readers = within("server").filter(({ text }) => /\bprocess\.env\b|\benv\b.*from "node:process"/.test(text));
    expect(readers.map((file) => file.path)).toEqual(["src/server/main.ts"]);
    expect(readers[0]?.text.match(/process\.env/g)).toHaveLength(1);
    expect(readers[0]?.text).toContain("loadConfig(process.env)");
  });

  it("has at most 400 lines", () => {
    const long = files.filter(({ text }) => text.split("\n").length > MAX_LINES);
    expect(long.map((file) => file.path)).toEqual([]);
  });

  it("writes nothing to the console", () => {
    expect(files.filter(({ text }) => /\bconsole\.\w+\(/.test(text)).map((file) => file.path)).toEqual([]);
  });

  it("is named in kebab-case, the suffix being its role, and never after a drawer", () => {
    const isWellNamed = (name: string) => /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.tsx?$/.test(name);
    const names = files.map((file) => path.posix.basename(file.path));
    expect(names.filter((name) => !isWellNamed(name))).toEqual([]);
    expect(names.filter((name) => /^(utils?|helpers?|misc|common|index)\.tsx?$/.test(name))).toEqual([]);
  });
});

it("a feature has one name on every shelf", () => {
  const src = path.join(import.meta.dirname, "../src");
  const contract = readdirSync(path.join(src, "contract")).map((name) => name.replace(/\.ts$/, ""));
  for (const shelf of ["server", "web"]) {
    const features = readdirSync(path.join(src, shelf, "features"));
    expect(features.filter((feature) => !contract.includes(feature))).toEqual([]);
  }
});
