import { spawn, spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig, STOP_DEADLINE_MS } from "#server/config.ts";
import { ENVIRONMENT_NAMES } from "#server/environment.ts";
import { HTTP_TIMEOUTS } from "#server/platform/http/server.ts";
import { serverStart } from "../bench/processes.ts";
import { exists, ROOT, read } from "./support/markdown.ts";
import { readServiceUnit } from "./support/service-unit.ts";
import { readSourceFiles } from "./support/source-files.ts";
import { startTestProgram } from "./support/test-program.ts";

const dockerfile = read("Dockerfile");
/** With every required variable filled in. */
const compose = read("compose.yaml").replace(/\$\{[A-Z_]+:\?[^}]*\}/g, "filled");
const nginx = read("deploy/nginx.conf");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

/** Sources of COPY in the project, without those from an earlier stage. */
const copied = all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((sources) => sources.split(" "));
const example = Object.fromEntries(
  all(read(".env.example"), /^([A-Z_]+=.*)$/gm).map((line) => line.split(/=(.*)/s).slice(0, 2)),
) as Record<string, string>;
/** The program's own variables in compose.yaml. */
const composed = Object.fromEntries(
  [
    ...(/environment:\n([\s\S]*?)\n {2}depends_on/.exec(compose)?.[1] ?? "").matchAll(
      /^ {4}([A-Z_]+): "?([^"\n]*)"?$/gm,
    ),
  ].map((match) => [match[1], match[2]]),
) as Record<string, string>;
/** Read by compose.yaml and the database's image, not by the program. */
const OF_THE_DATABASE = ["DATABASE_PASSWORD", "POSTGRES_PASSWORD"];

it("the image copies existing files, and all that the server needs", () => {
  expect(copied.length).toBeGreaterThan(10);
  expect(copied.filter((source) => !exists(source))).toEqual([]);
  const last = all(dockerfile.slice(dockerfile.lastIndexOf("\nFROM ")), /^COPY (?!--from)(.+) \S+$/gm);
  const inImage = last.flatMap((sources) => sources.split(" "));
  const isInside = (target: string) => inImage.some((source) => target === source || target.startsWith(`${source}/`));
  const needed = readSourceFiles()
    .filter((file) => file.path.startsWith("src/server/") && !file.path.endsWith(".test.ts"))
    .flatMap((file) => file.imports.map(({ target }) => target))
    .filter((target) => target.startsWith("src/") || exists(target));
  expect(needed.length).toBeGreaterThan(300);
  expect(needed.filter((target) => !isInside(target))).toEqual([]);
  expect(isInside("migrations")).toBe(true);
});

it(".dockerignore excludes secrets, but nothing that the image copies", () => {
  const kept = all(read(".dockerignore"), /^!(.+)$/gm);
  expect(read(".dockerignore")).toMatch(/^\*$/m);
  const isKept = (source: string) => kept.some((name) => source === name || source.startsWith(`${name}/`));
  expect(copied.filter((source) => !isKept(source))).toEqual([]);
  expect([".env", "data", ".git", "node_modules", "tls", "backups"].filter(isKept)).toEqual([]);
});

it("every variable of the examples is known to the configuration", () => {
  const ofTheStart = Object.keys(serverStart().env);
  const image = all(dockerfile, /^ENV (.+)$/gm).flatMap((line) => all(line, /([A-Z_]+)=/g));
  const named = [...Object.keys(example), ...Object.keys(composed), ...image];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => ![...ENVIRONMENT_NAMES, ...OF_THE_DATABASE, ...ofTheStart].includes(name))).toEqual([]);
  expect(all(read("compose.yaml"), /\$\{([A-Z_]+)/g).filter((name) => example[name] === undefined)).toEqual([]);
});

it("the example, filled in, is a configuration for https behind the proxy", () => {
  const filled = Object.fromEntries(
    Object.entries(example).map(([name, value]) => [
      name,
      value === "" && /SECRET|KEY|TOKEN/.test(name) ? "x".repeat(32) : value,
    ]),
  );
  const image = Object.fromEntries(
    all(dockerfile, /^ENV (.+)$/gm).flatMap((line) => line.split(" ").map((pair) => pair.split("="))),
  ) as Record<string, string>;
  const config = loadConfig({ ...image, ...filled, ...composed, ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  expect(config).toMatchObject({ isHttps: true, isDemo: false, host: "0.0.0.0", dataDir: "/data" });
  const proxy = /proxy:[\s\S]*?ipv4_address: ([\d.]+)/.exec(compose)?.[1];
  expect(config.trustedProxies).toEqual([proxy]);
  expect(
    Object.keys(example).filter((name) => /SECRET|PASSWORD(?!_MIN)|KEY|TOKEN/.test(name) && example[name] !== ""),
  ).toEqual([]);
});

it("the ports and time limits of image, compose file, proxy and program agree", () => {
  const port = /PORT=(\d+)/.exec(dockerfile)?.[1];
  expect(dockerfile).toContain(`EXPOSE ${port}`);
  expect(composed.PORT).toBe(port);
  const servers = all(nginx, /^ {2}server ([\w-]+):/gm);
  expect(servers.filter((name) => !compose.includes(`\n  ${name}:\n    <<: *program`))).toEqual([]);
  expect(all(nginx, /^ {2}server [\w-]+:(\d+)/gm)).toEqual(servers.map(() => port));
  const seconds = (text: string, name: string) => Number(new RegExp(`${name} (\\d+)s;`).exec(text)?.[1]);
  expect(seconds(nginx, "keepalive_timeout") * 1000).toBeLessThan(HTTP_TIMEOUTS.keepAliveTimeout);
  expect(seconds(nginx, "proxy_read_timeout") * 1000).toBeGreaterThan(HTTP_TIMEOUTS.requestTimeout);
  const drainMs = Number(composed.DRAIN_SECONDS) * 1000;
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]) * 1000).toBeGreaterThan(drainMs + STOP_DEADLINE_MS);
});

it("the paths with their own location in the proxy are routes", async () => {
  const routes = new Set<string>();
  const program = await startTestProgram({ onRoute: (route) => void routes.add(route.url) });
  await program.stop();
  const locations = all(nginx, /location (?:= )?(\/\S+) \{/g);
  expect(locations).toContain("/api/admin/events");
  expect(locations.filter((place) => ![...routes].some((route) => route.startsWith(place)))).toEqual([]);
});

it("the health check reports the result of /readyz", async () => {
  const script = /HEALTHCHECK .*CMD \["node", "([^"]+)"\]/.exec(dockerfile)?.[1] ?? "";
  const check = (port: string) =>
    new Promise<number | null>((resolve) => {
      const env = { ...process.env, PORT: port };
      spawn(process.execPath, [path.join(ROOT, script)], { env, stdio: "ignore" }).once("exit", resolve);
    });
  const program = await startTestProgram();
  const { port } = new URL(program.address);
  expect(await check(port)).toBe(0);
  await program.stop();
  expect(await check(port)).toBe(1);
});

describe("the script that builds the image", () => {
  /** Runs it with only the given programs in PATH. */
  async function build(programs: Record<string, string>, ...args: string[]) {
    const folder = await mkdtemp(path.join(tmpdir(), "build-image-"));
    for (const [name, script] of Object.entries(programs)) {
      await writeFile(path.join(folder, name), `#!/bin/bash\n${script}\n`, { mode: 0o755 });
    }
    const env = { PATH: folder };
    const { status, stdout, stderr } = spawnSync("/bin/bash", [path.join(ROOT, "scripts/build-image.sh"), ...args], {
      env,
      encoding: "utf8",
    });
    await rm(folder, { recursive: true });
    return { status, stdout, stderr };
  }
  const dirname = `echo "\${1%/*}"`;

  it("says how to install buildah when it is missing", async () => {
    const { status, stderr } = await build({ dirname });
    expect(status).toBe(1);
    expect(stderr).toMatch(/buildah is not installed.*apt-get install buildah/);
  });

  it("builds the Dockerfile in Docker's format with the given arguments, and loads the server", async () => {
    const buildah = `[[ $1 == from ]] && echo container || echo "$@"`;
    const { status, stdout } = await build({ dirname, buildah }, "--build-arg", "NODE_IMAGE=own");
    expect(status).toBe(0);
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      "build --format docker --tag localhost/arrival-desk --build-arg NODE_IMAGE=own .",
      expect.stringMatching(/^run container -- node .*src\/server\/program\.ts/),
    ]);
    expect(exists("src/server/program.ts")).toBe(true);
  });

  it("fails when the build fails", async () => {
    expect((await build({ dirname, buildah: "exit 3" })).status).toBe(3);
  });
});

it("the image starts the program directly, without a shell, as an ordinary user", () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  const command = JSON.parse(/^CMD (\[.+\])$/m.exec(last)?.[1] ?? "[]") as string[];
  const { flags, env } = serverStart();
  expect(command).toEqual(["node", ...flags, "src/server/main.ts"]);
  const set = /^ENV (.+)$/m.exec(last)?.[1]?.split(" ");
  expect(set).toEqual(expect.arrayContaining(Object.entries(env).map(([name, value]) => `${name}=${value}`)));
  expect(exists(command.at(-1) ?? "-")).toBe(true);
  expect(/^USER (\S+)$/m.exec(last)?.[1]).toBe("node");
  const mounted = globSync("deploy/*", { cwd: ROOT }).filter((file) => compose.includes(`./${file}`));
  expect(mounted.sort()).toEqual(["deploy/create-database.sh", "deploy/nginx.conf"]);
});

it("the systemd unit starts the program as npm does, and allows it enough time to stop", () => {
  const { settings, environment, start, startPost } = readServiceUnit("3001");
  const { flags, env } = serverStart();
  expect(start).toEqual([path.join(ROOT, "node_modules/.bin/node"), ...flags, "src/server/main.ts"]);
  // The folder of the program is read-only for it.
  expect(settings.get("CacheDirectory")).toEqual(["arrival-desk"]);
  expect(environment).toMatchObject({ ...env, NODE_COMPILE_CACHE: "/var/cache/arrival-desk", PORT: "3001" });
  expect(exists(startPost[1] ?? "-")).toBe(true);
  const known: string[] = [...ENVIRONMENT_NAMES, ...Object.keys(env)];
  expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  const drainMs = Number(environment.DRAIN_SECONDS) * 1000;
  expect(Number(/^(\d+)s$/.exec(settings.get("TimeoutStopSec")?.[0] ?? "")?.[1]) * 1000).toBeGreaterThan(
    drainMs + STOP_DEADLINE_MS,
  );
});
