import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { orMissing, writeDurably } from "#server/platform/files/durable-write.ts";
import { buildMessage, messageIdOf } from "./mail-message.ts";
import { type MailTransport, SendError } from "./mail-transport.ts";

/**
 * The default without a mail server: writes each mail as an RFC 5322 file `<mail>-<attempt>.eml`, which any mail program
 * opens. Files are written atomically, so the outcome of an attempt is always known.
 */
export function createFileTransport(folder: string, write = writeDurably): Required<MailTransport> {
  const fileOf = (mailId: number, attemptId: string) => path.join(folder, `${mailId}-${attemptId}.eml`);
  return {
    name: "file",
    send: async (mail) => {
      const file = fileOf(mail.mailId, mail.attemptId);
      try {
        if (!(await exists(file))) await write(file, await buildMessage(mail));
      } catch (error) {
        const detail = `The mail could not be written: ${reasonOf(error)}`;
        throw new SendError(detail, { verdict: "definite", retry: true }, error);
      }
      return { messageId: messageIdOf(mail.from, mail.attemptId) };
    },
    reconcile: async ({ mailId, attemptId }) => ((await exists(fileOf(mailId, attemptId))) ? "accepted" : "absent"),
    forget: async (mailIds) => {
      const gone = new Set(mailIds);
      for (const { name, mailId } of await copiesIn(folder)) {
        if (gone.has(mailId)) await rm(path.join(folder, name), { force: true });
      }
    },
    kept: async () => [...new Set((await copiesIn(folder)).map(({ mailId }) => mailId))],
  };
}

/** Files of mails, including temporary ones left by a crash. */
const COPY = /^(\d+)-.*\.eml(\.|$)/;

async function copiesIn(folder: string): Promise<{ name: string; mailId: number }[]> {
  const names = (await orMissing(readdir(folder))) ?? [];
  return names.flatMap((name) => {
    const mailId = COPY.exec(name)?.[1];
    return mailId === undefined ? [] : [{ name, mailId: Number(mailId) }];
  });
}

async function exists(file: string): Promise<boolean> {
  return (await orMissing(stat(file))) !== undefined;
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unexpected failure";
}
