import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import { createMailTransports, isWrittenToFiles, type MailSettings, preferredProvider } from "./mail-transports.ts";

const ses = { region: "eu-west-1", credentials: null, endpoint: null, configurationSet: null };
const sendgrid = { apiKey: "SG.key", endpoint: null };
const smtpUrl = "smtp://localhost:1";
const none: MailSettings = { ses: null, sendgrid: null, smtpUrl: null };

it.each<[string, Partial<MailSettings>, string, string]>([
  ["nothing", {}, "AWS file", "Sendgrid file"],
  ["an SMTP server", { smtpUrl }, "AWS smtp", "Sendgrid smtp"],
  ["SES", { ses }, "AWS ses", "AWS ses"],
  ["SendGrid", { sendgrid }, "Sendgrid sendgrid", "Sendgrid sendgrid"],
  ["both", { ses, sendgrid }, "AWS ses, Sendgrid sendgrid", "Sendgrid sendgrid, AWS ses"],
  ["SES and SMTP", { ses, smtpUrl }, "AWS ses, Sendgrid smtp", "Sendgrid smtp, AWS ses"],
  ["SendGrid and SMTP", { sendgrid, smtpUrl }, "AWS smtp, Sendgrid sendgrid", "Sendgrid sendgrid, AWS smtp"],
  ["all three", { ses, sendgrid, smtpUrl }, "AWS ses, Sendgrid sendgrid", "Sendgrid sendgrid, AWS ses"],
])("with %s configured, each label has its own transport first, then the other's", (_what, given, aws, grid) => {
  const settings = { ...none, ...given };
  const transportsFor = createMailTransports({ ...settings, folder: "never-made" });
  const names = (label: MailProvider) =>
    transportsFor(label)
      .map(({ provider, transport }) => `${provider} ${transport.name}`)
      .join(", ");
  expect([names("AWS"), names("Sendgrid")]).toEqual([aws, grid]);
  expect(isWrittenToFiles(settings)).toBe(aws.endsWith("file"));
});

it.each<[string, Partial<MailSettings>, MailProvider]>([
  ["nothing", {}, "AWS"],
  ["an SMTP server", { smtpUrl }, "AWS"],
  ["SES", { ses }, "AWS"],
  ["SendGrid", { sendgrid }, "Sendgrid"],
  ["SendGrid and SMTP", { sendgrid, smtpUrl }, "Sendgrid"],
  ["both", { ses, sendgrid }, "AWS"],
])("with %s configured, staff find the first provider preselected that has credentials", (_what, given, provider) => {
  expect(preferredProvider({ ...none, ...given })).toBe(provider);
});

it("finds and removes mails that were written as files before a server was configured", async () => {
  for (const given of [{ smtpUrl }, { ses }, { sendgrid }]) {
    const folder = await mkdtemp(path.join(tmpdir(), "mail-files-"));
    await writeFile(path.join(folder, "7-a.eml"), "x");
    const [{ transport }] = createMailTransports({ ...none, ...given, folder })("AWS");
    expect(await transport.kept?.()).toEqual([7]);
    await transport.forget?.([7]);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  }
});
