import { access } from "node:fs/promises";
import path from "node:path";
import MailComposer from "nodemailer/lib/mail-composer";
import { writeDurably } from "#server/platform/files/durable-write.ts";
import { messageIdOf, toMessage } from "./mail-message.ts";
import { type MailTransport, SendError } from "./mail-transport.ts";

/**
 * The embedded default: each mail is an RFC 5322 file `<mail>-<attempt>.eml` that any mail program opens. The file
 * is whole or not there, so what became of a try can always be told.
 */
export function createFileTransport(folder: string): MailTransport {
  const fileOf = (mailId: number, attemptId: string) => path.join(folder, `${mailId}-${attemptId}.eml`);
  return {
    name: "file",
    send: async (mail) => {
      const file = fileOf(mail.mailId, mail.attemptId);
      try {
        if (!(await exists(file))) await writeDurably(file, await new MailComposer(toMessage(mail)).compile().build());
      } catch (error) {
        const detail = `The mail could not be written: ${reasonOf(error)}`;
        throw new SendError(detail, { verdict: "definite", retry: true }, error);
      }
      return { messageId: messageIdOf(mail.from, mail.attemptId) };
    },
    reconcile: async ({ mailId, attemptId }) => ((await exists(fileOf(mailId, attemptId))) ? "accepted" : "absent"),
  };
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

function reasonOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unexpected failure";
}
