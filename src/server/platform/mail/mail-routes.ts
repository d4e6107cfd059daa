import { createFileTransport } from "./file-transport.ts";
import type { MailRoutes, MailTransport } from "./mail-transport.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

/** Without an SMTP server mail is written to files. Either way one road serves both labels, so none falls over. */
export function createMailRoutes(options: { smtpUrl: string | null; folder: string }): MailRoutes {
  const { smtpUrl, folder } = options;
  const files = createFileTransport(folder);
  // What was written before there was a server is forgotten like the rest.
  const { forget, kept } = files;
  const transport: MailTransport = smtpUrl === null ? files : { ...createSmtpTransport(smtpUrl), forget, kept };
  return (provider) => [{ provider, transport }];
}
