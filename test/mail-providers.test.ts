import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { call } from "./support/client.ts";
import type { Acceptance, MailPeer } from "./support/mail-peer.ts";
import { readResetMail } from "./support/reset-mails.ts";
import { SENDGRID_KEY, startSendgridPeer } from "./support/sendgrid-peer.ts";
import { startSesPeer } from "./support/ses-peer.ts";
import { emailOf, startTestProgram, type TestProgram } from "./support/test-program.ts";

let ses: MailPeer;
let sendgrid: MailPeer;
let program: TestProgram;

beforeAll(async () => {
  [ses, sendgrid] = await Promise.all([startSesPeer(), startSendgridPeer()]);
  program = await startTestProgram({
    environment: {
      AWS_REGION: "eu-west-1",
      AWS_ACCESS_KEY_ID: "AK",
      AWS_SECRET_ACCESS_KEY: "secret",
      SES_ENDPOINT: ses.url,
      SES_CONFIGURATION_SET: "desk",
      SENDGRID_API_KEY: SENDGRID_KEY,
      SENDGRID_ENDPOINT: sendgrid.url,
    },
    services: { mailSchedule: { pausesMs: [200] } },
  });
});
afterAll(async () => {
  await program.stop();
  await Promise.all([ses.close(), sendgrid.close()]);
});
beforeEach(() => {
  for (const peer of [ses, sendgrid]) {
    peer.behave("accept");
    peer.accepted.length = 0;
  }
});

const ask = (email: string) => call(program.address, "POST", "/api/admin/forgot-password", { body: { email } });
const reset = (token: string) =>
  call(program.address, "POST", "/api/admin/reset-password", { body: { token, newPassword: "another horse 8" } });
const accepted = (peer: MailPeer, count: number) =>
  expect.poll(() => peer.accepted.length, { timeout: 20_000 }).toBe(count);
const sesMail = ({ body }: Acceptance) => {
  const { Content } = body as { Content: { Raw: { Data: string } } };
  return readResetMail(Buffer.from(Content.Raw.Data, "base64").toString("utf8"));
};

it("mails a reset link by the configured provider, without an id that reports could match to an order's mail", async () => {
  await ask(emailOf("Admin"));
  await accepted(ses, 1);
  const [mail] = ses.accepted;
  expect(mail?.to).toBe(emailOf("Admin"));
  expect(mail?.body).toMatchObject({ ConfigurationSetName: "desk" });
  expect(mail?.body).not.toHaveProperty("EmailTags");
  expect((await reset(mail ? sesMail(mail).token : "")).code).toBe(200);
  expect(sendgrid.calls()).toBe(0);
});

it("retries with the same provider after an unclear answer, and only the newest link works", async () => {
  ses.behave("accept", ["drop-after-accepting"]);
  await ask(emailOf("Manager"));
  await accepted(ses, 2);
  const [older, newer] = ses.accepted.map((mail) => sesMail(mail).token);
  expect((await reset(older ?? "")).code).not.toBe(200);
  expect((await reset(newer ?? "")).code).toBe(200);
  expect(sendgrid.accepted).toEqual([]);
});

it("uses the other provider if the first one has definitely not accepted the mail", async () => {
  ses.behave({ refuse: 503, name: "ServiceUnavailable" });
  await ask(emailOf("Team"));
  await accepted(sendgrid, 1);
  const body = sendgrid.accepted[0]?.body;
  expect(JSON.stringify(body)).toContain("/reset-password#token=");
  expect(body).not.toHaveProperty("custom_args");
  expect(ses.accepted).toEqual([]);
});
