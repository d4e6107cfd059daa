import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DEFAULT_SERVICE } from "#contract/service-settings/service-settings.ts";
import { BACKUP_DAYS, type Setup } from "#contract/setup/setup.ts";
import { LAST_BACKUP } from "#server/platform/db/settings.ts";
import { call, intake } from "#test/support/client.ts";
import { addDocument, addMail } from "#test/support/evidence-order.ts";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { noteBackup } from "../../../../scripts/data-copy/backup-installation.ts";

let program: TestProgram;
let token: string;

beforeAll(async () => {
  program = await startTestProgram({ environment: { COMPANY_TAX_ID: "", SMTP_URL: "smtp://127.0.0.1:9" } });
  token = await program.signIn("Admin");
});
afterAll(() => program.stop());

const read = async (from = program, as = token) =>
  (await call<Setup>(from.address, "GET", "/api/admin/setup", { token: as })).body.data;

it("says of each part whether it is there, by what the program knows now", async () => {
  await program.db.execute(sql`update members set disabled_at = now() where role <> 'Admin'`);
  const nothing = {
    company: false,
    mail_provider: true,
    mail_sent: false,
    orders: false,
    members: false,
    due_times: false,
    backup: false,
  };
  expect(await read()).toEqual(nothing);

  await program.db.execute(sql`update members set disabled_at = null where role = 'Team'`);
  const { order_id: orderId } = await intake(program);
  expect(await read()).toEqual({ ...nothing, members: true, orders: true });

  const mailId = await addMail(program, orderId, await addDocument(program, orderId), { state: "written" });
  expect((await read()).mail_sent).toBe(false);
  await program.db.execute(sql`update mails set state = 'bounced' where id = ${mailId}`);
  expect((await read()).mail_sent).toBe(true);

  const path = "/api/admin/service-settings";
  expect((await call(program.address, "POST", path, { token, body: DEFAULT_SERVICE })).code).toBe(200);
  expect((await read()).due_times, "defaults that somebody saved").toBe(true);
});

it("sees a backup for two days", async () => {
  const { dataDir, database } = program;
  await noteBackup({ dataDir, databaseUrl: database.connectionString, storage: null });
  expect((await read()).backup).toBe(true);
  const tooOld = new Date(Date.now() - (BACKUP_DAYS * 24 + 1) * 3_600_000).toISOString();
  await program.db.execute(sql`update settings set value = ${tooOld} where key = ${LAST_BACKUP}`);
  expect((await read()).backup).toBe(false);
});

it("knows the configuration of company and mail; without a provider no mail was sent", async () => {
  const other = await startTestProgram();
  try {
    const { order_id: orderId } = await intake(other);
    await addMail(other, orderId, await addDocument(other, orderId));
    const { company, mail_provider, mail_sent } = await read(other, await other.signIn("Admin"));
    expect({ company, mail_provider, mail_sent }).toEqual({ company: true, mail_provider: false, mail_sent: false });
  } finally {
    await other.stop();
  }
});
