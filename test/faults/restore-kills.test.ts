import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadConfig } from "#server/config.ts";
import { listWritten } from "#server/platform/files/durable-write.ts";
import type { RestorePoint } from "#server/platform/files/unfinished-restore.ts";
import { startProgram } from "#server/program.ts";
import { intake } from "#test/support/client.ts";
import { captureLog, keepLogOf, testLog } from "#test/support/log-capture.ts";
import { orderIn } from "#test/support/orders.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { createBlankDatabase, type TestDatabase } from "#test/support/test-database.ts";
import { INTAKE_KEY, SESSION_SECRET, startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { backupInstallation } from "../../scripts/data-copy/backup-installation.ts";
import { restoreInstallation } from "../../scripts/data-copy/restore-installation.ts";
import { listFiles } from "../../scripts/data-copy/stored-files.ts";
import { checkFiles } from "../../scripts/verify-history/check-files.ts";

/** `npm run test:faults` runs more rounds. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? "1");
let program: TestProgram;
let folder: string;
/** With one document. */
let backup: string;
/** With two documents. */
let largerBackup: string;
/** The target installation. */
let dataDir: string;
let target: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "restore-kills-"));
  backup = path.join(folder, "backup");
  largerBackup = path.join(folder, "whole");
  dataDir = path.join(folder, "data");
  program = await startTestProgram();
  await upload();
  await backupInstallation(installation(program.dataDir, program.database), backup);
  await upload();
  await backupInstallation(installation(program.dataDir, program.database), largerBackup);
  target = await createBlankDatabase();
  await restoreInstallation(installation(dataDir, target), largerBackup, { replace: false });
}, 120_000);
afterAll(async () => {
  await program.stop();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

const installation = (dataDir: string, { connectionString }: TestDatabase) => ({
  dataDir,
  databaseUrl: connectionString,
  storage: null,
});

async function upload(): Promise<void> {
  const orderId = await orderIn(program, { status: "New" });
  const form = new FormData();
  form.set("orderId", String(orderId));
  form.set("email", "traveller@example.com");
  form.set("mailServiceProvider", "AWS");
  form.set("uploadVisaDoc", new Blob([new Uint8Array(plainPdf(`order ${orderId}`))]), "card.pdf");
  const headers = { authorization: await program.signIn("Team") };
  const sent = await fetch(`${program.address}/api/admin/upload-visa-document`, {
    method: "POST",
    headers,
    body: form,
  });
  expect(sent.status).toBe(200);
}

async function killedAt(point: RestorePoint, wanted: string): Promise<void> {
  const script = path.join(import.meta.dirname, "../support/restore-child.ts");
  const options = { dataDir, databaseUrl: target.connectionString, backup: wanted, point };
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ["ignore", "pipe", "pipe"] });
  keepLogOf(child, 2);
  const ended = once(child, "exit");
  const output = once(createInterface({ input: child.stdout }), "line").then(([line]) => line as string);
  expect(await Promise.race([output, ended.then(() => "ended")])).toBe("reached");
  child.kill("SIGKILL");
  await ended;
}

/** File names in document rows, and files in the folder. */
async function compared(dataDir: string, database: TestDatabase) {
  const { rows } = await database.pool.query<{ key: string }>("select storage_key as key from documents order by 1");
  return { rows: rows.map(({ key }) => key), files: await listFiles(path.join(dataDir, "files")) };
}

const configOf = (folderOf: string, { connectionString }: TestDatabase) =>
  loadConfig({
    DATA_DIR: folderOf,
    DATABASE_URL: connectionString,
    SESSION_SECRET,
    INTAKE_API_KEY: INTAKE_KEY,
    PORT: "0",
  });

async function startOn(folderOf: string, database: TestDatabase): Promise<void> {
  const started = await startProgram({
    config: configOf(folderOf, database),
    log: testLog,
    work: false,
    webRoot: null,
  });
  await started.stop();
}

const cases: [RestorePoint, "before" | "after"][] = [
  ["staged", "before"],
  ["loaded", "after"],
  ["put-aside", "after"],
  ["put-in", "after"],
];
const rounds = Array.from({ length: ROUNDS }, (_each, round) => cases.map(([point, side]) => ({ point, side, round })));

it.each(rounds.flat())(
  "a restore killed when $point is settled by the next start: as $side it",
  { tags: "long" },
  async ({ point, side }) => {
    // The backups have one and two documents; the restored one has another number than the target has now.
    const { rows: before } = await compared(dataDir, target);
    const [wanted, count] = before.length === 2 ? [backup, 1] : [largerBackup, 2];
    await killedAt(point, wanted);

    await startOn(dataDir, target);
    const { rows, files } = await compared(dataDir, target);
    expect(files, "every row has its file, and there are no others").toEqual(rows);
    expect(rows).toHaveLength(side === "before" ? before.length : count);
    const left = (await readdir(dataDir)).filter((name) => name.startsWith("files"));
    expect(left, "nothing is left over").toEqual(["files"]);
    const { rows: marks } = await target.pool.query("select from settings where key = 'restore'");
    expect(marks).toHaveLength(0);
  },
);

it("verify-history and the sweep at the start report rows whose file is missing", async () => {
  const { rows } = await compared(dataDir, target);
  const missing = rows[0] ?? "";
  await rm(path.join(dataDir, "files", missing));
  const reported: string[] = [];
  const list = (folder: string) => listWritten(path.join(dataDir, "files"), folder);
  const client = await target.pool.connect();
  expect(await checkFiles(client, list, null, ({ orderId, what }) => reported.push(`${orderId} ${what}`))).toBe(
    rows.length,
  );
  client.release();
  expect(reported).toEqual([expect.stringMatching(/^\d+ the file of document 1 is missing$/)]);

  await target.pool.query("update documents set created_at = created_at - interval '1 hour'");
  const captured = captureLog();
  const started = await startProgram({ config: configOf(dataDir, target), log: captured.log, webRoot: null });
  await expect.poll(() => captured.text(), { timeout: 30_000 }).toContain("rows without a file");
  const metrics = await (await fetch(`${started.address}/metrics`)).text();
  expect(metrics).toMatch(/^files_missing\{folder="documents"\} 1$/m);
  await started.stop();
});

it("order ids continue after those that may have been assigned since the backup", async () => {
  const { order_id: lastGiven } = await intake(program);
  const other = await createBlankDatabase();
  const fresh = await restoreInstallation(installation(path.join(folder, "elsewhere"), other), backup, {
    replace: false,
  });
  const first = await other.pool.query<{ id: string }>("select nextval('orders_id_seq')::text as id");
  expect(Number(first.rows[0]?.id)).toBe(fresh.nextOrderId);
  expect(fresh.nextOrderId).toBeGreaterThan(lastGiven);
  expect(fresh.leftOut).toBeGreaterThanOrEqual(1000);
  // The replaced database's sequence takes precedence over the estimate.
  await other.pool.query("select setval('orders_id_seq', 5000000)");
  const again = await restoreInstallation(installation(path.join(folder, "elsewhere"), other), backup, {
    replace: true,
  });
  expect(again.nextOrderId).toBe(5_001_001);
  await other.drop();
});
