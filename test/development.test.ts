// @module-tag long
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CONFIRM_EMAIL_ROUTE } from "#contract/tracking/visitor-paths.ts";
import { makeDataFolder } from "#test/support/data-folder.ts";
import { freePort } from "#test/support/postgres-cluster.ts";
import { runningProcesses } from "#test/support/processes.ts";

const root = path.join(import.meta.dirname, "..");
const SCREEN = "src/web/features/auth/sign-in.page.tsx";
const SENTENCES = "src/contract/auth/messages.ts";

let checkout: string;
let dataDir: string;
let program: ReturnType<typeof spawn>;
let output = "";
let pages: string;
let ports: { PORT: string; PAGES_PORT: string };

beforeAll(async () => {
  dataDir = await makeDataFolder();
  checkout = path.join(path.dirname(dataDir), "checkout");
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const name of files.trim().split("\n")) {
    await mkdir(path.dirname(path.join(checkout, name)), { recursive: true });
    await cp(path.join(root, name), path.join(checkout, name));
  }
  await symlink(path.join(root, "node_modules"), path.join(checkout, "node_modules"));
  ports = { PORT: String(await freePort()), PAGES_PORT: String(await freePort()) };
  pages = `http://127.0.0.1:${ports.PAGES_PORT}`;
  // Builds the visitors' pages and loads the demo, each with the whole machine's work.
  await start();
});
afterAll(async () => {
  await end();
  await rm(path.dirname(dataDir), { recursive: true, force: true });
});

const run = (stderr: "inherit" | "pipe") =>
  spawn("npm", ["run", "dev"], {
    cwd: checkout,
    env: { ...process.env, ...ports, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", stderr],
    detached: true,
  });

async function start(): Promise<void> {
  program = run("inherit");
  output = "";
  await new Promise<void>((resolve, reject) => {
    program.once("exit", () => reject(new Error(`It ended: ${output}`)));
    program.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("As a customer, track order")) resolve();
    });
  });
}

const ours = () => runningProcesses().filter(({ environment }) => environment.includes(`DATA_DIR=${dataDir}`));

/** As Ctrl+C in a terminal: the whole group gets the signal. */
async function end(): Promise<void> {
  if (program.exitCode !== null || program.pid === undefined) return;
  process.kill(-program.pid, "SIGINT");
  await once(program, "exit");
}

const textOf = async (address: string) => (await fetch(`${pages}${address}`)).text();
async function replaceIn(file: string, found: string, given: string): Promise<void> {
  const name = path.join(checkout, file);
  const before = await readFile(name, "utf8");
  expect(before).toContain(found);
  // Replaced by another file of the same name, as by many editors and by every checkout.
  await writeFile(`${name}~`, before.replaceAll(found, given));
  await rename(`${name}~`, name);
}

it("prints one address with the sign-ins, and serves the screens there", async () => {
  // The program's log names its own, before or after.
  const addresses = () => output.match(/http:\/\/[\d.:]+/g) ?? [];
  await expect.poll(() => addresses().length).toBe(2);
  expect(addresses().filter((address) => address === pages)).toHaveLength(1);
  expect(output).toContain(`Arrival Desk runs at ${pages}\n`);
  expect(await textOf("/")).toContain("/@vite/client");
  for (const address of ["/track-order", CONFIRM_EMAIL_ROUTE.replace(":token", "unknown")]) {
    expect(await textOf(address), address).toContain("<form");
  }
});

it("shows a changed word of a screen without a new start", async () => {
  await replaceIn(SCREEN, "Forgot", "Lost");
  await expect.poll(() => textOf(`/${SCREEN}`)).toContain("Lost");
});

it("starts the server again with a changed sentence, and keeps its sessions and data", async () => {
  const send = async () => {
    const headers = { "content-type": "application/json", origin: pages };
    const body = JSON.stringify({ email: "nobody@demo.example", password: "wrong-password" });
    const answer = await fetch(`${pages}/api/admin/admin-login`, { method: "POST", headers, body });
    return answer.text();
  };
  expect(await send()).toContain("Invalid email or password");
  await replaceIn(SENTENCES, "Invalid email or password", "No such sign-in");
  await expect.poll(send).toContain("No such sign-in");
  await replaceIn(SENTENCES, "No such sign-in", "Nobody signs in so");
  await expect.poll(send).toContain("Nobody signs in so");
  expect(output.match(/loading the demo data, once/g)).toHaveLength(1);
});

it("says which port is in use, and ends", async () => {
  const second = run("pipe");
  const [said, [code]] = await Promise.all([text(second.stderr as Readable), once(second, "exit")]);
  expect([code, said.trim()]).toEqual([
    1,
    `Port ${ports.PORT} is in use. Stop what listens there, or choose another one with PORT.`,
  ]);
});

it("ends everything that it started", async () => {
  await end();
  await expect(fetch(pages)).rejects.toThrow("fetch failed");
  expect(ours()).toEqual([]);
});

it("stops the program when Vite ends", async () => {
  await start();
  const vite = ours().find(({ command }) => command.includes("--strictPort"));
  const ended = once(program, "exit");
  process.kill(vite?.pid ?? 0, "SIGKILL");
  expect(await ended).toEqual([1, null]);
  expect(ours()).toEqual([]);
});
