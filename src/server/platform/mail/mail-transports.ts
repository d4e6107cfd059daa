import type { MailTransportName } from "#contract/mail/mail.ts";
import { MAIL_PROVIDERS, type MailProvider } from "#contract/mail/mail-providers.ts";
import { createFileTransport } from "./file-transport.ts";
import type { LabelledTransport, MailTransport, MailTransports } from "./mail-transport.ts";
import type { SendgridSettings } from "./sendgrid-transport.ts";
import type { SesSettings } from "./ses-transport.ts";

/** Configured mail servers; null if not configured. */
export interface MailSettings {
  ses: SesSettings | null;
  sendgrid: SendgridSettings | null;
  smtpUrl: string | null;
}

/** Only an installation without any server writes its mails to files. */
export function isWrittenToFiles({ ses, sendgrid, smtpUrl }: MailSettings): boolean {
  return ses === null && sendgrid === null && smtpUrl === null;
}

/** The preselected label: the first whose provider is configured, else AWS. */
export function preferredProvider({ ses, sendgrid }: MailSettings): MailProvider {
  const isConfigured: Record<MailProvider, boolean> = { AWS: ses !== null, Sendgrid: sendgrid !== null };
  return MAIL_PROVIDERS.find((provider) => isConfigured[provider]) ?? "AWS";
}

/**
 * A label's own transport is its provider, or the SMTP server if that provider is not configured; mails fail over to the
 * other label's own transport. A label without a transport of its own uses the other's: a mail is never written to a
 * file while there is a server that could send it.
 */
export function createMailTransports(settings: MailSettings & { folder: string }): MailTransports {
  const files = createFileTransport(settings.folder);
  // Files written before a server was configured are purged like the rest.
  const { forget, kept } = files;
  const withCopies = (transport: MailTransport): MailTransport => ({ ...transport, forget, kept });
  const { ses, sendgrid, smtpUrl } = settings;
  const smtp = smtpUrl === null ? null : withCopies(smtpTransport(smtpUrl));
  const aws = ses === null ? smtp : withCopies(sesTransport(ses));
  const grid = sendgrid === null ? smtp : withCopies(sendgridTransport(sendgrid));

  const own: Record<MailProvider, LabelledTransport[]> = {
    AWS: aws === null ? [] : [{ provider: "AWS", transport: aws }],
    Sendgrid: grid === null ? [] : [{ provider: "Sendgrid", transport: grid }],
  };
  return (provider) => {
    const others = MAIL_PROVIDERS.filter((each) => each !== provider).flatMap((each) => own[each]);
    const [first = { provider, transport: files }, ...rest] = [...own[provider], ...others];
    return [first, ...rest.filter(({ transport }) => transport !== first.transport)];
  };
}

const smtpTransport = (url: string) =>
  loadedWithFirstMail("smtp", async () => (await import("./smtp-transport.ts")).createSmtpTransport(url));
const sesTransport = (settings: SesSettings) =>
  loadedWithFirstMail("ses", async () => (await import("./ses-transport.ts")).createSesTransport(settings));
const sendgridTransport = (settings: SendgridSettings) =>
  loadedWithFirstMail("sendgrid", async () =>
    (await import("./sendgrid-transport.ts")).createSendgridTransport(settings),
  );

/** Nodemailer, the SDK and what Node loads with `node:http` take 0.2 s of CPU time and 30 MB. */
function loadedWithFirstMail(name: MailTransportName, load: () => Promise<MailTransport>): MailTransport {
  let loaded: Promise<MailTransport> | undefined;
  return {
    name,
    send: async (mail) => {
      loaded ??= load();
      return await (await loaded).send(mail);
    },
  };
}
