import { spawn } from "node:child_process";
import { globSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { DOCUMENT_MAX_BYTES } from "#contract/documents.ts";
import { loadConfig } from "#server/config.ts";
import { serverStart } from "../bench/processes.ts";
import { exists, ROOT, read } from "./support/markdown.ts";
import { readSourceFiles } from "./support/source-files.ts";
import { startTestProgram } from "./support/test-program.ts";

const dockerfile = read("Dockerfile");
/** With every variable that it asks for filled in. */
const compose = read("compose.yaml").replace(/\$\{[A-Z_]+:\?[^}]*\}/g, "filled");
const nginx = read("deploy/nginx.conf");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? "");

/** What COPY takes from the project, without what comes from an earlier stage. */
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

it("the image copies what exists, and all that the server reads", () => {
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

it("nothing that the image copies is kept out by .dockerignore, and secrets are", () => {
  const kept = all(read(".dockerignore"), /^!(.+)$/gm);
  expect(read(".dockerignore")).toMatch(/^\*$/m);
  const isKept = (source: string) => kept.some((name) => source === name || source.startsWith(`${name}/`));
  expect(copied.filter((source) => !isKept(source))).toEqual([]);
  expect([".env", "data", ".git", "node_modules", "tls", "backups"].filter(isKept)).toEqual([]);
});

it("every variable of the examples is one of the configuration's", () => {
  const known = all(read("src/server/config.ts"), /^ {2}([A-Z][A-Z0-9_]*):/gm);
  const ofTheStart = Object.keys(serverStart().env);
  const image = all(dockerfile, /^ENV (.+)$/gm).flatMap((line) => all(line, /([A-Z_]+)=/g));
  const named = [...Object.keys(example), ...Object.keys(composed), ...image];
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => ![...known, ...OF_THE_DATABASE, ...ofTheStart].includes(name))).toEqual([]);
  expect(all(read("compose.yaml"), /\$\{([A-Z_]+)/g).filter((name) => example[name] === undefined)).toEqual([]);
});

it("the example, filled in, is a configuration for people who come by https through the proxy", () => {
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
  expect(Object.keys(example).filter((name) => /SECRET|PASSWORD|KEY|TOKEN/.test(name) && example[name] !== "")).toEqual(
    [],
  );
});

it("the ports and times of image, compose file and proxy fit each other and the program", () => {
  const port = /PORT=(\d+)/.exec(dockerfile)?.[1];
  expect(dockerfile).toContain(`EXPOSE ${port}`);
  expect(composed.PORT).toBe(port);
  const servers = all(nginx, /^ {2}server ([\w-]+):/gm);
  expect(servers.filter((name) => !compose.includes(`\n  ${name}:\n    <<: *program`))).toEqual([]);
  expect(all(nginx, /^ {2}server [\w-]+:(\d+)/gm)).toEqual(servers.map(() => port));
  const seconds = (text: string, name: string) => Number(new RegExp(`${name} (\\d+)s;`).exec(text)?.[1]);
  const program = read("src/server/platform/http/server.ts");
  const ofProgram = (name: string) =>
    Number(new RegExp(`${name}: ([\\d_]+)`).exec(program)?.[1]?.replaceAll("_", "")) / 1000;
  expect(seconds(nginx, "keepalive_timeout")).toBeLessThan(ofProgram("keepAliveTimeout"));
  expect(seconds(nginx, "proxy_read_timeout")).toBeGreaterThan(ofProgram("requestTimeout"));
  expect(Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]) * 1024 * 1024).toBeGreaterThan(DOCUMENT_MAX_BYTES);
  const stopMs = Number(/STOP_DEADLINE_MS = (\d+)/.exec(read("src/server/main.ts"))?.[1]);
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]) * 1000).toBeGreaterThan(stopMs);
});

it("the addresses that the proxy treats apart are routes", async () => {
  const routes = new Set<string>();
  const program = await startTestProgram({ onRoute: (route) => void routes.add(route.url) });
  await program.stop();
  const locations = all(nginx, /location (?:= )?(\/\S+) \{/g);
  expect(locations).toContain("/api/admin/events");
  expect(locations.filter((place) => ![...routes].some((route) => route.startsWith(place)))).toEqual([]);
});

it("the health check says what /readyz says", async () => {
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

it("the image starts the program itself, without a shell, as an ordinary user", () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  const command = JSON.parse(/^CMD (\[.+\])$/m.exec(last)?.[1] ?? "[]") as string[];
  const { flags, env } = serverStart();
  expect(command).toEqual(["node", ...flags, "src/server/main.ts"]);
  const set = /^ENV (.+)$/m.exec(last)?.[1]?.split(" ");
  expect(set).toEqual(expect.arrayContaining(Object.entries(env).map(([name, value]) => `${name}=${value}`)));
  expect(exists(command.at(-1) ?? "-")).toBe(true);
  expect(/^USER (\S+)$/m.exec(last)?.[1]).toBe("node");
  expect(globSync("deploy/*", { cwd: ROOT }).every((file) => compose.includes(`./${file}`))).toBe(true);
});
