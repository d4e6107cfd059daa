import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ImageFacts } from "./builder.ts";

interface Trial {
  image: ImageFacts;
  /** The container's file system. */
  root: string;
  /** For the data volume and scripts. */
  folder: string;
  databaseUrl: string;
}

const PORT = process.env.TRY_IMAGE_PORT ?? "3999";
const ADDRESS = `http://127.0.0.1:${PORT}`;
const ADMIN = { email: "admin@desk.example", password: "a password to try with" };
const START_MS = 120_000;
/** compose.yaml waits longer before it kills. */
const STOP_MS = 10_000;

/**
 * Runs the image as an engine would: its user, environment and command, process 1 of its own namespace, the root file
 * system read-only, /tmp in memory and one data volume.
 */
export async function tryContainer(trial: Trial): Promise<void> {
  const { image, folder } = trial;
  const data = path.join(folder, "data");
  await mkdir(data, { mode: 0o700 });
  assert.equal(spawnSync("chown", ["1000:1000", data]).status, 0);
  const program = await start(trial, data);
  try {
    await ready(program.child);
    console.log(`Ready as process 1, user ${await userOf(program.pid)}, command ${image.command.join(" ")}`);
    assert.notEqual(await userOf(program.pid), "0", "the program must not be root");
    await signIn();
    assert.equal((await fetch(`${ADDRESS}/`)).status, 200, "the pages are served");
    const inside = (...command: string[]) => enter(program, image, command);
    assert.equal(
      await inside(...image.healthCheck.slice(image.healthCheck[0] === "CMD" ? 1 : 0)),
      0,
      "the health check passes",
    );
    assert.notEqual(await inside("touch", "/app/written"), 0, "the root file system is read-only");
    assert.equal(await inside("touch", "/data/written"), 0, "the data volume can be written");
    assert.equal(await inside("node", "scripts/backup.ts", "/data/backup"), 0, "the backup works inside");
    assert.equal(await inside("node", "scripts/verify-history.ts"), 0, "the histories can be checked inside");
    const began = performance.now();
    process.kill(program.pid, "SIGTERM");
    const [code] = (await once(program.child, "exit", { signal: AbortSignal.timeout(STOP_MS) })) as [number | null];
    assert.equal(code, 0, "SIGTERM ends it in order");
    console.log(`Stopped by SIGTERM within ${Math.round(performance.now() - began)} ms`);
  } finally {
    if (program.child.exitCode === null) process.kill(program.pid, "SIGKILL");
  }
}

async function start({ image, root, folder, databaseUrl }: Trial, data: string) {
  const environment = {
    ...image.environment,
    PORT,
    PUBLIC_URL: ADDRESS,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: "a secret to try the image with, long enough",
    INTAKE_API_KEY: "an intake key to try with",
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: "warn",
  };
  const script = path.join(folder, "run.sh");
  await writeFile(
    script,
    `set -e
mount --bind ${root} ${root}
mount -t proc proc ${root}/proc
mount -t tmpfs tmpfs ${root}/tmp
mount --bind ${data} ${root}${image.volumes[0]}
mount --bind /dev ${root}/dev
mount -o remount,ro,bind ${root}
exec chroot --userspec=${image.user}:${image.user} ${root} /usr/bin/env --ignore-environment --chdir=${image.workingFolder} "$@"
`,
  );
  const words = [...Object.entries(environment).map(([name, value]) => `${name}=${value}`), ...image.command];
  const isolation = ["--mount", "--pid", "--fork", "--kill-child"];
  const child = spawn("unshare", [...isolation, "sh", script, ...words], { stdio: ["ignore", "inherit", "inherit"] });
  let inner = "";
  while (inner === "" && child.exitCode === null) {
    inner = (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").catch(() => "")).trim();
    await delay(20);
  }
  return { child, pid: Number(inner), environment };
}

async function ready(child: ReturnType<typeof spawn>): Promise<void> {
  const end = Date.now() + START_MS;
  for (;;) {
    const answer = await fetch(`${ADDRESS}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    if (child.exitCode !== null) throw new Error(`the program ended with ${child.exitCode}`);
    if (Date.now() > end) throw new Error(`not ready after ${START_MS / 1000} s`);
    await delay(200);
  }
}

async function signIn(): Promise<void> {
  const answer = await fetch(`${ADDRESS}/api/admin/admin-login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  assert.equal(answer.status, 200, "the first Admin signs in");
}

/** Runs a command beside the program, as `docker exec` does. @returns its exit code */
async function enter(
  program: Awaited<ReturnType<typeof start>>,
  image: ImageFacts,
  command: string[],
): Promise<number | null> {
  const { pid, environment } = program;
  const place = [
    "--target",
    String(pid),
    "--mount",
    "--pid",
    `--root=/proc/${pid}/root`,
    `--wdns=${image.workingFolder}`,
  ];
  const user = [`--reuid=${image.user}`, `--regid=${image.user}`, "--init-groups"];
  const words = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const args = [...place, "setpriv", ...user, "env", "--ignore-environment", ...words, ...command];
  // Not synchronously: this process carries the container's connections to the database.
  const [code] = await once(spawn("nsenter", args, { stdio: ["ignore", "ignore", "inherit"] }), "exit");
  return code as number | null;
}

/** The number of the user that a process runs as. */
async function userOf(pid: number): Promise<string> {
  return /^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";
}
