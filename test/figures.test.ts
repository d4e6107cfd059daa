import { fastify } from "fastify";
import { Pool } from "pg";
import { AggregatorRegistry, Registry } from "prom-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCountKeeper } from "#server/features/orders/count-keeper.ts";
import { readDatabaseFigures } from "#server/figures/database-figures.ts";
import { registerFigures } from "#server/figures/register-figures.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { createMeasures, type Measures } from "#server/platform/measures.ts";
import { call, intake } from "./support/client.ts";
import { read } from "./support/markdown.ts";
import { plainClient, visitorHeaders } from "./support/plain-client.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { emailOf, startTestProgram, type TestProgram } from "./support/test-program.ts";

const SOON = { timeout: 20_000 };
const log = createLog("silent");

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

const scrape = async (address = program.address) => await (await fetch(`${address}/metrics`)).text();
/** The value of one sample, written as in the text; NaN when there is none. */
const sampleOf = (text: string, sample: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1) ?? Number.NaN,
  );
const namesIn = (text: string) => [...text.matchAll(/^# TYPE (\S+) /gm)].map((match) => match[1] ?? "");
const isOurs = (name: string) => !/^(process|nodejs)_/.test(name);

it("each figure stands in the operators' table, and the table names no other", async () => {
  const table = [...read("docs/operations/figures.md").matchAll(/^\| `([a-z_]+)(?:\{[a-z, ]+\})?` \|/gm)];
  const inTable = table.map((match) => match[1] ?? "");
  expect(inTable.sort()).toEqual(
    namesIn(await scrape())
      .filter(isOurs)
      .sort(),
  );
});

it("the alerts ask for figures that there are", async () => {
  const names = new Set(namesIn(await scrape()));
  const asked = [...read("docs/operations/alerts.yml").matchAll(/^\s+expr: (.+)$/gm)].flatMap(([, expression = ""]) => {
    const bare = expression.replace(/"[^"]*"|\{[^}]*\}|\bby \([^)]*\)/g, "");
    return [...bare.matchAll(/[a-z]+(?:_[a-z]+)+/g)].map(([name]) => name.replace(/_(count|sum|bucket)$/, ""));
  });
  expect(asked.length).toBeGreaterThan(8);
  expect(asked.filter((name) => name !== "histogram_quantile" && !names.has(name))).toEqual([]);
});

it("an order's way from intake to the customer is counted", async () => {
  const { address } = program;
  const send = plainClient(`${address}/api`);
  const email = "figures@example.com";
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
    .poll(async () => sampleOf(await scrape(), 'mail_tries_total{road="file",outcome="accepted"}'), SOON)
    .toBe(1);

  const visitor = visitorHeaders(await send("POST", "/front/track-order", {}, { orderId: String(id), email }));
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

it("refusals are counted by route and code, wrong sign-ins among them", async () => {
  const refusal = 'refusals_total{route="/api/admin/admin-login",code="unauthenticated"}';
  const before = sampleOf(await scrape(), refusal) || 0;
  const body = { email: emailOf("Team"), password: "not the password" };
  await call(program.address, "POST", "/api/admin/admin-login", { body });
  await expect.poll(async () => sampleOf(await scrape(), refusal), SOON).toBe(before + 1);
  expect(sampleOf(await scrape(), "database_pool_wait_seconds_count")).toBeGreaterThan(0);
});

it("what the database knows is one and the same in two processes, and of several one value counts", async () => {
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
  const registries = [figuresOf(program.database.pool), figuresOf(program.database.pool)];
  const parts = await Promise.all(registries.map(({ registry }) => registry.getMetricsAsJSON()));
  for (const { measures } of registries) measures.count("packs_rendered_total", { outcome: "made" });
  const counted = await Promise.all(registries.map(({ registry }) => registry.getMetricsAsJSON()));
  const one = sampleOf((await registries[0]?.registry.metrics()) as string, 'orders{status="Refunds"}');
  const all = await AggregatorRegistry.aggregate(
    counted as Parameters<typeof AggregatorRegistry.aggregate>[0],
  ).metrics();
  expect(parts).toHaveLength(2);
  expect(one).toBeGreaterThan(0);
  expect(sampleOf(all, 'orders{status="Refunds"}')).toBe(one);
  expect(sampleOf(all, "database_figures_up")).toBe(1);
  expect(sampleOf(all, 'packs_rendered_total{outcome="made"}')).toBe(2);
});

it("a scrape succeeds without the database, and says so", async () => {
  const pool = new Pool({ connectionString: "postgres://nobody@127.0.0.1:1/nothing", max: 1 });
  const { registry } = figuresOf(pool);
  const text = await registry.metrics();
  expect(sampleOf(text, "database_figures_up")).toBe(0);
  expect(text).not.toContain("orders{");
  expect(text).toContain("build_info{");
  await pool.end();
});

it("a scrape does not wait until a connection is free", async () => {
  const pool = new Pool({ connectionString: program.database.connectionString, max: 1 });
  const taken = await pool.connect();
  const reading = readDatabaseFigures(pool);
  await expect(reading).rejects.toThrow("no answer within");
  taken.release();
  await expect(readDatabaseFigures(pool)).resolves.toMatchObject({ orders: expect.any(Array) });
  await pool.end();
});

it("a reading that fails leaves no broken connection behind", async () => {
  const pool = new Pool({ connectionString: program.database.connectionString, max: 1 });
  const holder = await program.database.pool.connect();
  await holder.query("begin; lock table mails in access exclusive mode");
  await expect(readDatabaseFigures(pool)).rejects.toThrow();
  await holder.query("rollback");
  holder.release();
  await expect(readDatabaseFigures(pool)).resolves.toMatchObject({ mails: expect.any(Array) });
  await pool.end();
});

it("counts what the proof of the order counts mends", async () => {
  await program.database.pool.query("update order_tallies set n = n + 5 where grain = 'status' and status = 'Refunds'");
  const told: number[] = [];
  const measures: Measures = {
    count: (name, _labels, n = 1) => void (name === "count_differences_total" && told.push(n)),
  };
  const silent = createLog("silent");
  const works: (() => Promise<void>)[] = [];
  const jobs = { schedule: (_name: string, _cron: string, work: () => Promise<void>) => works.push(work) };
  createCountKeeper({ db: program.db, log: silent, measures }).registerJobs(jobs as unknown as Jobs);
  for (const work of works) await work();
  expect(told).toEqual([expect.any(Number)]);
});

function figuresOf(pool: Pool) {
  const registry = new Registry();
  const measures = createMeasures();
  registerFigures(registry, { app: fastify(), pool, measures, log });
  return { registry, measures };
}
