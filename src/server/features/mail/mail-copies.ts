import { MAIL_PROVIDERS } from "#contract/mail/mail-providers.ts";
import type { MailTransport } from "#server/platform/mail/mail-transport.ts";
import { findMailIds } from "./mail.repository.ts";
import type { MailDeps } from "./mail.types.ts";

const BATCH_SIZE = 1000;

/** Copies that transports keep of sent mails: files with a name, an address and the document itself. */
export function createMailCopies({ db, log, transportsFor }: Pick<MailDeps, "db" | "log" | "transportsFor">) {
  const transports = (): Set<MailTransport> =>
    new Set(MAIL_PROVIDERS.flatMap((provider) => transportsFor(provider).map(({ transport }) => transport)));

  return {
    /** Never throws: a copy that can't be removed now is left to the sweep. */
    forget: async (mailIds: readonly number[]): Promise<void> => {
      if (mailIds.length === 0) return;
      for (const transport of transports()) {
        try {
          await transport.forget?.(mailIds);
        } catch (error) {
          log.warn({ err: error, mailIds }, "copies of mails could not be removed; the next sweep will try again");
        }
      }
    },

    /** A mail's row is committed before it is sent, so a copy without a row belongs to a purged mail. */
    sweep: async (): Promise<void> => {
      for (const transport of transports()) {
        const kept = (await transport.kept?.()) ?? [];
        for (let start = 0; start < kept.length; start += BATCH_SIZE) {
          const ids = kept.slice(start, start + BATCH_SIZE);
          const known = await findMailIds(db, ids);
          const orphans = ids.filter((id) => !known.has(id));
          if (orphans.length === 0) continue;
          await transport.forget?.(orphans);
          log.warn({ removed: orphans.length }, "copies of mails without a row were removed");
        }
      }
    },
  };
}
