import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { waitUntil } from "#server/platform/db/embedded/wait-until.ts";
import { keepLogOf } from "./log-capture.ts";
import { read } from "./markdown.ts";
import { selfSigned } from "./self-signed.ts";

const START_MS = 30_000;
/** Debian installs servers in directories that are only in root's PATH. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

export interface Nginx {
  /** The adapted copy of the program's nginx configuration. */
  readonly configuration: string;
  /** The command that reloads it. */
  readonly reload: string;
  stop(): Promise<void>;
}

interface Listening {
  /** Where the two processes listen. */
  servers: readonly [number, number];
  http: number;
  /** Without TLS, unless `tls` is set. */
  https: number;
  tls?: boolean;
}

/** Debian's nginx with `deploy/nginx.conf`, on loopback. @throws Error when it is not installed */
export async function startNginx({ servers, http, https, tls = false }: Listening): Promise<Nginx> {
  requireNginx();
  const folder = await mkdtemp(path.join(tmpdir(), "arrival-desk-nginx-"));
  const configuration = path.join(folder, "arrival-desk.conf");
  const withTls = read("deploy/nginx.conf")
    .replace("server program-1:3000", `server 127.0.0.1:${servers[0]}`)
    .replace("server program-2:3000", `server 127.0.0.1:${servers[1]}`)
    .replaceAll("listen 80", `listen 127.0.0.1:${http}`)
    .replaceAll("listen 443", `listen 127.0.0.1:${https}`)
    // Under which `fetch` calls it.
    .replaceAll("server_name desk.example.com;", "server_name desk.example.com 127.0.0.1;")
    .replaceAll("/etc/nginx/tls", folder);
  const { cert, key } = selfSigned("desk.example.com");
  await writeFile(path.join(folder, "tls.crt"), cert);
  await writeFile(path.join(folder, "tls.key"), key.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  await writeFile(configuration, withTls);
  const main = await writeMain(folder, configuration);
  const command = ["-e", "stderr", "-p", folder, "-c", main];
  execFileSync("nginx", ["-t", "-q", ...command], { env, stdio: ["ignore", "ignore", "inherit"] });
  const withoutTls = withTls.replaceAll(/^( *listen .*?) ssl( http2)?/gm, "$1").replaceAll(/^ *ssl_.*\n/gm, "");
  if (!tls) await writeFile(configuration, withoutTls);

  const child = spawn("nginx", command, { env, stdio: ["ignore", "ignore", "pipe"] });
  keepLogOf(child, 2);
  const ended = once(child, "exit");
  const answers = () =>
    fetch(`http://127.0.0.1:${http}/`, { redirect: "manual" }).then(
      ({ status }) => (status === 301 ? true : undefined),
      () => undefined,
    );
  if ((await waitUntil(answers, START_MS)) === undefined) throw new Error("nginx does not answer");
  return {
    configuration,
    reload: `PATH=$PATH:/usr/sbin nginx ${command.join(" ")} -s reload`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function requireNginx(): void {
  const { error } = spawnSync("nginx", ["-v"], { env, stdio: "ignore" });
  if (error !== undefined) throw new Error("nginx did not run; npm test installs it", { cause: error });
}

/** The part that Debian's package brings, with every path in the folder. */
async function writeMain(folder: string, configuration: string): Promise<string> {
  const main = path.join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => {
    return `  ${name}_temp_path ${folder}/temporary/${name};`;
  });
  await mkdir(path.join(folder, "temporary"));
  const lines = [
    "daemon off;",
    // The folder is ours alone.
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    "worker_processes 2;",
    `pid ${folder}/nginx.pid;`,
    "error_log stderr warn;",
    "events {}",
    "http {",
    "  gzip on;",
    ...temporary,
    `  include ${configuration};`,
    "}",
  ];
  await writeFile(main, `${lines.join("\n")}\n`);
  return main;
}
