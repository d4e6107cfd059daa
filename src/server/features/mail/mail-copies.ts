import { MAIL_PROVIDERS } from "#contract/mail-providers.ts";
import type { MailTransport } from "#server/platform/mail/mail-transport.ts";
import { findMailIds } from "./mail.repository.ts";
import type { MailDeps } from "./mail.service.ts";

const MAILS_AT_ONCE = 1000;

/** What roads keep of the mails they took: files that hold a name, an address and the document itself. */
export function createMailCopies({ db, log, routes }: Pick<MailDeps, "db" | "log" | "routes">) {
  const transports = (): Set<MailTransport> =>
    new Set(MAIL_PROVIDERS.flatMap((provider) => routes(provider).map(({ transport }) => transport)));

  return {
    /** Whoever calls has something more important to answer than that a copy stays until the sweep. */
    forget: async (mailIds: readonly number[]): Promise<void> => {
      if (mailIds.length === 0) return;
      for (const transport of transports()) {
        try {
          await transport.forget?.(mailIds);
        } catch (error) {
          log.warn({ err: error, mailIds }, "copies of mails stay until their sweep");
        }
      }
    },

    /** A mail's row is committed before any road sees it: a copy without a row belongs to nobody any more. */
    sweep: async (): Promise<void> => {
      for (const transport of transports()) {
        const kept = (await transport.kept?.()) ?? [];
        for (let start = 0; start < kept.length; start += MAILS_AT_ONCE) {
          const ids = kept.slice(start, start + MAILS_AT_ONCE);
          const known = await findMailIds(db, ids);
          const gone = ids.filter((id) => !known.has(id));
          if (gone.length === 0) continue;
          await transport.forget?.(gone);
          log.warn({ removed: gone.length }, "copies of mails without a row were removed");
        }
      }
    },
  };
}
