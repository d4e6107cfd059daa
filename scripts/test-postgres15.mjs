// Runs the server suite once against Debian's PostgreSQL 15, the oldest supported: node scripts/test-postgres15.mjs
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { aptInstall } from "./lib/apt.mjs";
import { runChild } from "./lib/child.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { binFolder, runMain } from "./lib/project.mjs";

const bin = "/usr/lib/postgresql/15/bin";
const superuser = "postgres";
/** The suite's own: like the program's, no superuser. */
const role = "tester";
/** What these look at asks no database: once, in `npm test`, is enough. */
const SAME_EVERYWHERE = [
  "src/contract/**",
  "src/web/**",
  "src/server/platform/{files,geo,http,mail,pdf,typesetting}/**",
  "src/server/features/packs/render/**",
  "test/{architecture,docs,spec-coverage}.test.ts",
];

await runMain(async () => {
  await ensureInstalled();
  if (!existsSync(path.join(bin, "postgres"))) {
    await aptInstall(["postgresql-15"], "This check needs Debian's PostgreSQL 15.");
  }
  const cluster = await startCluster();
  let code = 1;
  try {
    // The clusters that tests start themselves, to kill them, are of it too.
    const env = { TEST_DATABASE_URL: cluster.url, POSTGRES_BIN: bin };
    const args = ["run", ...SAME_EVERYWHERE.map((pattern) => `--exclude=${pattern}`), ...process.argv.slice(2)];
    ({ code } = await runChild(path.join(binFolder, "vitest"), args, { env }));
  } finally {
    cluster.remove();
  }
  process.exitCode = code;
});

/** A throw-away cluster on a free loopback port; as root it belongs to the user postgres. */
async function startCluster() {
  const account = process.getuid() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : undefined;
  const folder = mkdtempSync("/tmp/arrival-desk-postgres15-");
  chmodSync(folder, 0o700);
  const password = randomBytes(16).toString("hex");
  const passwordFile = path.join(folder, "password");
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account !== undefined) for (const name of [folder, passwordFile]) chownSync(name, account.uid, account.gid);

  const data = path.join(folder, "data");
  const run = (command, args) =>
    execFileSync(path.join(bin, command), args, { cwd: "/", stdio: ["ignore", "ignore", "inherit"], ...account });
  const access = ["--auth=scram-sha-256", `--username=${superuser}`, `--pwfile=${passwordFile}`];
  run("initdb", ["-D", data, "--encoding=UTF8", "--locale=C.UTF-8", ...access]);
  const port = await freePort();
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=`;
  run("pg_ctl", ["-D", data, "-l", path.join(folder, "server.log"), "-o", options, "-w", "start"]);
  const connection = ["-h", "127.0.0.1", "-p", String(port), "-U", superuser, "-d", "postgres"];
  const statement = `create role ${role} login createdb password '${password}'`;
  execFileSync(path.join(bin, "psql"), [...connection, "-q", "-v", "ON_ERROR_STOP=1", "-c", statement], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PGPASSWORD: password },
  });
  return {
    url: `postgres://${role}:${password}@127.0.0.1:${port}/postgres`,
    remove: () => {
      run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function idOf(flag) {
  return Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
