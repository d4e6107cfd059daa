import type { MailProvider } from "#contract/mail-providers.ts";
import { createFileTransport } from "./file-transport.ts";
import type { MailRoute, MailRoutes, MailTransport } from "./mail-transport.ts";
import { createSendgridTransport, type SendgridSettings } from "./sendgrid-transport.ts";
import { createSesTransport, type SesSettings } from "./ses-transport.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

/** What is configured to bring mail out; null is absent. */
export interface MailSettings {
  ses: SesSettings | null;
  sendgrid: SendgridSettings | null;
  smtpUrl: string | null;
}

/** Only an installation without any server writes its mails to files. */
export function isWrittenToFiles({ ses, sendgrid, smtpUrl }: MailSettings): boolean {
  return ses === null && sendgrid === null && smtpUrl === null;
}

/** The label that staff find preselected: the first with a provider of its own; AWS while none has one. */
export function preferredProvider({ ses, sendgrid }: MailSettings): MailProvider {
  return ses === null && sendgrid !== null ? "Sendgrid" : "AWS";
}

/**
 * Each label's own road is its provider, or the SMTP server where that provider is not configured; it falls over to the
 * other label's own road. A label that has none takes the other's from the first: a mail is never put into a file
 * while there is a server that could bring it out.
 */
export function createMailRoutes(settings: MailSettings & { folder: string }): MailRoutes {
  const files = createFileTransport(settings.folder);
  // What was written before there was a server is forgotten like the rest.
  const { forget, kept } = files;
  const withCopies = (transport: MailTransport): MailTransport => ({ ...transport, forget, kept });
  const { ses, sendgrid, smtpUrl } = settings;
  const smtp = smtpUrl === null ? null : withCopies(createSmtpTransport(smtpUrl));
  const aws = ses === null ? smtp : withCopies(createSesTransport(ses));
  const grid = sendgrid === null ? smtp : withCopies(createSendgridTransport(sendgrid));

  const own: Record<MailProvider, MailRoute[]> = {
    AWS: aws === null ? [] : [{ provider: "AWS", transport: aws }],
    Sendgrid: grid === null ? [] : [{ provider: "Sendgrid", transport: grid }],
  };
  return (provider) => {
    const other = own[provider === "AWS" ? "Sendgrid" : "AWS"];
    const [first = { provider, transport: files }, ...rest] = [...own[provider], ...other];
    return [first, ...rest.filter(({ transport }) => transport !== first.transport)];
  };
}
