import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, chownSync, existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { aptInstall } from "./apt.mjs";

const bin = "/usr/lib/postgresql/15/bin";
const superuser = "postgres";
/** The tests' role; not a superuser, like the program's. */
const role = "tester";
/** Tests that use a database import one of these, directly or indirectly. */
const DATABASES = ["test/support/test-database.ts", "test/support/postgres-cluster.ts"];
/** Tests that use a database but check the API, processes or files; PostgreSQL 18 covers them. */
const SAME_EVERYWHERE = [
  "src/contract/**",
  "src/web/**",
  "src/server/platform/{files,geo,http,mail,pdf,typesetting}/**",
  "src/server/features/packs/render/**",
  "test/{development,failover,hostile-*,mail-*,crash-files,metrics,object-store,openapi,rolling-restart,routes,test-run,validation*,wire*}.test.ts",
];

/**
 * Starts Debian's PostgreSQL 15, the oldest supported version, in a temporary cluster while `run` runs the tests that
 * use a database. Clusters that tests start themselves use it too.
 * @param run gets Vitest's arguments and environment; its result is returned
 */
export async function withPostgres15(parent, run) {
  if (!existsSync(path.join(bin, "postgres"))) {
    await aptInstall(["postgresql-15"], "This check needs Debian's PostgreSQL 15.");
  }
  const cluster = await startCluster(parent);
  try {
    const args = ["related", "--run", ...DATABASES, ...SAME_EVERYWHERE.map((pattern) => `--exclude=${pattern}`)];
    return await run({ args, env: { TEST_DATABASE_URL: cluster.url, POSTGRES_BIN: bin } });
  } finally {
    cluster.stop();
  }
}

/** A temporary cluster on a free loopback port; as root it runs as the user postgres. */
async function startCluster(parent) {
  const account = process.getuid() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : undefined;
  const folder = mkdtempSync(path.join(parent, "postgres15-"));
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
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories= -c fsync=off -c max_connections=300`;
  run("pg_ctl", ["-D", data, "-l", path.join(folder, "server.log"), "-o", options, "-w", "start"]);
  const connection = ["-h", "127.0.0.1", "-p", String(port), "-U", superuser, "-d", "postgres"];
  const statement = `create role ${role} login createdb password '${password}'`;
  execFileSync(path.join(bin, "psql"), [...connection, "-q", "-v", "ON_ERROR_STOP=1", "-c", statement], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, PGPASSWORD: password },
  });
  return {
    url: `postgres://${role}:${password}@127.0.0.1:${port}/postgres`,
    stop: () => run("pg_ctl", ["-D", data, "-m", "immediate", "-w", "stop"]),
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
