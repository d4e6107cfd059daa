import { fastify } from "fastify";
import { Pool } from "pg";
import { Registry } from "prom-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCountKeeper } from "#server/features/orders/list/count-keeper.ts";
import { readDatabaseMetrics } from "#server/metrics/database-metrics.ts";
import { registerMetrics } from "#server/metrics/register-metrics.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { createMetricsRegistry, type Metrics } from "#server/platform/metrics-registry.ts";
import { call, intake } from "./support/client.ts";
import { read } from "./support/markdown.ts";
import { plainClient } from "./support/plain-client.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { emailOf, startTestProgram, type TestProgram } from "./support/test-program.ts";
import { visitorHeaders } from "./support/visits.ts";

const SOON = { timeout: 60_000 };
const log = createLog("silent");

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

const scrape = async (address = program.address) => await (await fetch(`${address}/metrics`)).text();
/** The value of one sample by its name and labels, or NaN. */
const sampleOf = (text: string, sample: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1) ?? Number.NaN,
  );
const namesIn = (text: string) => [...text.matchAll(/^# TYPE (\S+) /gm)].map((match) => match[1] ?? "");
const isOurs = (name: string) => !/^(process|nodejs)_/.test(name);

it("the operators' table names each metric and no other", async () => {
  const table = [...read("docs/operations/metrics.md").matchAll(/^\| `([a-z_]+)(?:\{[a-z, ]+\})?` \|/gm)];
  const inTable = table.map((match) => match[1] ?? "");
  expect(inTable.sort()).toEqual(
    namesIn(await scrape())
      .filter(isOurs)
      .sort(),
  );
});

it("the alerts use existing metrics", async () => {
  const names = new Set(namesIn(await scrape()));
  const used = [...read("docs/operations/alerts.yml").matchAll(/^\s+expr: (.+)$/gm)].flatMap(([, expression = ""]) => {
    const bare = expression.replace(/"[^"]*"|\{[^}]*\}|\bby \([^)]*\)/g, "");
    return [...bare.matchAll(/[a-z]+(?:_[a-z]+)+/g)].map(([name]) => name.replace(/_(count|sum|bucket)$/, ""));
  });
  expect(used.length).toBeGreaterThan(8);
  expect(used.filter((name) => name !== "histogram_quantile" && !names.has(name))).toEqual([]);
});

it("an order's mail and download are counted", async () => {
  const { address } = program;
  const send = plainClient(`${address}/api`);
  const email = "metrics@example.com";
  const { order_id: id } = await intake(program, { email });
  const token = await program.signIn("Team");
  const form = new FormData();
  form.set("orderId", String(id));
  form.set("email", email);
  form.set("mailServiceProvider", "AWS");
  form.set("uploadVisaDoc", new Blob([new Uint8Array(plainPdf("a card"))], { type: "application/pdf" }), "card.pdf");
  const headers = { authorization: token };
  const upload = await fetch(`${address}/api/admin/upload-visa-document`, { method: "POST", headers, body: form });
  expect(upload.status).toBe(200);
  await expect
    .poll(async () => sampleOf(await scrape(), 'mail_attempts_total{transport="file",outcome="accepted"}'), SOON)
    .toBe(1);

  const visitor = visitorHeaders(
    (await send("POST", "/front/track-order", {}, { orderId: String(id), email })).response,
  );
  const history = await send("POST", "/front/get-download-history", visitor, { orderId: id });
  const file1: string = history.envelope.path.file1;
  const start = { orderId: id, customername: "customer", file1, timezone: "Asia/Colombo" };
  await send("POST", "/front/download-passport-doc-pdf", visitor, start);
  const browser =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
  const cookie = visitor.cookie ?? "";
  await (
    await fetch(`${address}/uploads/docs/${id}_${file1}`, { headers: { cookie, "user-agent": browser } })
  ).arrayBuffer();
  const started = (by: string) => `downloads_total{step="started",by="${by}"}`;
  const text = await scrape();
  expect(sampleOf(text, started("person")) + (sampleOf(text, started("program")) || 0)).toBeGreaterThanOrEqual(1);
  await expect
    .poll(async () => /^downloads_total\{step="completed",by="\w+"\} 1$/m.test(await scrape()), SOON)
    .toBe(true);
});

it("refusals are counted by route and code, including failed sign-ins", async () => {
  const refusal = 'refusals_total{route="/api/admin/admin-login",code="unauthenticated"}';
  const before = sampleOf(await scrape(), refusal) || 0;
  const body = { email: emailOf("Team"), password: "not the password" };
  await call(program.address, "POST", "/api/admin/admin-login", { body });
  await expect.poll(async () => sampleOf(await scrape(), refusal), SOON).toBe(before + 1);
  expect(sampleOf(await scrape(), "database_pool_wait_seconds_count")).toBeGreaterThan(0);
});

it("metrics from the database are the same in two processes", { tags: "long" }, async () => {
  await program.db.execute("update orders set status = 'Refunds'");
  const other = await startTestProgram({ environment: { DATABASE_URL: program.database.connectionString } });
  try {
    const { rows } = await program.database.pool.query<{ n: number }>("select count(*)::int as n from orders");
    const sample = 'orders{status="Refunds"}';
    await expect.poll(async () => sampleOf(await scrape(), sample), SOON).toBe(rows[0]?.n);
    expect(sampleOf(await scrape(other.address), sample)).toBe(rows[0]?.n);
  } finally {
    await other.stop();
  }
});

it("each process has its own counters, so that Prometheus can sum them", async () => {
  const [one, other] = [metricsOf(program.database.pool), metricsOf(program.database.pool)];
  one.metrics.count("packs_rendered_total", { outcome: "made" });
  const made = 'packs_rendered_total{outcome="made"}';
  expect(sampleOf(await one.registry.metrics(), made)).toBe(1);
  expect(await other.registry.metrics()).not.toContain(made);
});

it("a scrape succeeds without the database, and reports it as down", { tags: "long" }, async () => {
  const pool = new Pool({ connectionString: "postgres://nobody@127.0.0.1:1/nothing", max: 1 });
  const { registry } = metricsOf(pool);
  const text = await registry.metrics();
  expect(sampleOf(text, "database_metrics_up")).toBe(0);
  expect(text).not.toContain("orders{");
  expect(text).toContain("build_info{");
  await pool.end();
});

it("a scrape does not wait for a free connection", { tags: "long" }, async () => {
  const pool = new Pool({ connectionString: program.database.connectionString, max: 1 });
  const connection = await pool.connect();
  const reading = readDatabaseMetrics(pool);
  await expect(reading).rejects.toThrow("no answer within");
  connection.release();
  await expect(readDatabaseMetrics(pool)).resolves.toMatchObject({ orders: expect.any(Array) });
  await pool.end();
});

it("a failed read leaves no broken connection", { tags: "long" }, async () => {
  const pool = new Pool({ connectionString: program.database.connectionString, max: 1 });
  const holder = await program.database.pool.connect();
  await holder.query("begin; lock table mails in access exclusive mode");
  await expect(readDatabaseMetrics(pool)).rejects.toThrow();
  await holder.query("rollback");
  holder.release();
  await expect(readDatabaseMetrics(pool)).resolves.toMatchObject({ mails: expect.any(Array) });
  await pool.end();
});

it("counts the differences that the check of the order counts corrects", async () => {
  await intake(program);
  const falsify = () => program.database.pool.query("update order_tallies set n = n + 5 where grain = 'status'");
  await expect.poll(async () => (await falsify()).rowCount).toBeGreaterThan(0);
  const counted: number[] = [];
  const metrics: Metrics = {
    set: () => undefined,
    count: (name, _labels, n = 1) => void (name === "count_differences_total" && counted.push(n)),
  };
  const silent = createLog("silent");
  const works: (() => Promise<void>)[] = [];
  const jobs = { schedule: (_name: string, _cron: string, work: () => Promise<void>) => works.push(work) };
  createCountKeeper({ db: program.db, log: silent, metrics }).registerJobs(jobs as unknown as Jobs);
  for (const work of works) await work();
  expect(counted).toEqual([expect.any(Number)]);
});

function metricsOf(pool: Pool) {
  const registry = new Registry();
  const metrics = createMetricsRegistry();
  registerMetrics(registry, {
    app: fastify(),
    pool,
    metrics,
    space: { read: async () => ({ bytes: 1, share: 1 }) },
    log,
  });
  return { registry, metrics };
}
