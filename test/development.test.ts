// @module-tag long
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
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

beforeAll(async () => {
  dataDir = await makeDataFolder();
  checkout = path.join(path.dirname(dataDir), "checkout");
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const name of files.trim().split("\n")) {
    await mkdir(path.dirname(path.join(checkout, name)), { recursive: true });
    await cp(path.join(root, name), path.join(checkout, name));
  }
  await symlink(path.join(root, "node_modules"), path.join(checkout, "node_modules"));
  const [port, pagesPort] = [await freePort(), await freePort()];
  pages = `http://127.0.0.1:${pagesPort}`;
  program = spawn("npm", ["run", "dev"], {
    cwd: checkout,
    env: { ...process.env, PORT: String(port), PAGES_PORT: String(pagesPort), DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  // Builds the visitors' pages and loads the demo, each with the whole machine's work.
  await new Promise<void>((resolve, reject) => {
    program.once("exit", () => reject(new Error(`It ended: ${output}`)));
    program.stdout?.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("As a customer, track order")) resolve();
    });
  });
});
afterAll(async () => {
  await end();
  await rm(path.dirname(dataDir), { recursive: true, force: true });
});

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
  await writeFile(name, before.replaceAll(found, given));
}

it("prints one address with the sign-ins, and serves the screens there", async () => {
  // The program's log names its own, before or after.
  const addresses = () => output.match(/http:\/\/[\d.:]+/g) ?? [];
  await expect.poll(() => addresses().length).toBe(2);
  expect(addresses().filter((address) => address === pages)).toHaveLength(1);
  expect(output).toContain(`Arrival Desk runs at ${pages}\n`);
  expect(await textOf("/")).toContain("/@vite/client");
  expect(await textOf("/track-order")).toContain("<form");
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
  expect(output.match(/loading the demo data, once/g)).toHaveLength(1);
});

it("ends everything that it started", async () => {
  await end();
  await expect(fetch(pages)).rejects.toThrow("fetch failed");
  expect(runningProcesses().filter(({ environment }) => environment.includes(`DATA_DIR=${dataDir}`))).toEqual([]);
});
