import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import { toMessage } from "./mail-message.ts";
import { type MailTransport, SendError, type SendVerdict } from "./mail-transport.ts";

export interface SmtpTimes {
  /** Name resolution, connection and greeting, each. */
  connectMs: number;
  /** Silence of the server after that. */
  silenceMs: number;
  /** All of one try; shorter than the lease that the outbox gives it. */
  totalMs: number;
}

const TIMES: SmtpTimes = { connectMs: 10_000, silenceMs: 60_000, totalMs: 120_000 };

/** One SMTP server for both labels. */
export function createSmtpTransport(url: string, times: SmtpTimes = TIMES): MailTransport {
  return {
    name: "smtp",
    send: async (mail) => {
      let isBodySent = false;
      const transporter = createTransport({
        url,
        dnsTimeout: times.connectMs,
        connectionTimeout: times.connectMs,
        greetingTimeout: times.connectMs,
        socketTimeout: times.silenceMs,
      });
      // Nodemailer's errors look alike before and after the body. Its stream is read only once the server has taken
      // DATA, and its end is reached just before the closing dot is written: from there on nobody can tell.
      transporter.use("stream", (prepared, done) => {
        prepared.message.processFunc((body) =>
          Readable.from(
            withEnd(body, () => {
              isBodySent = true;
            }),
          ),
        );
        done();
      });
      try {
        const sent = await transporter.sendMail({ ...toMessage(mail), signal: AbortSignal.timeout(times.totalMs) });
        return { messageId: sent.messageId ?? null };
      } catch (error) {
        throw new SendError(describe(error), smtpVerdict(error as SmtpFailure, isBodySent), error);
      } finally {
        transporter.close();
      }
    },
  };
}

async function* withEnd(body: Readable, onEnd: () => void) {
  yield* body;
  onEnd();
}

interface SmtpFailure {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** What repeating can't change: the recipient or the content was refused for good, or could not be expressed at all. */
const HOPELESS_COMMANDS = new Set(["RCPT TO", "DATA"]);
const HOPELESS_CODES = new Set(["EENVELOPE", "EMESSAGE"]);

function smtpVerdict(failure: SmtpFailure, isBodySent: boolean): SendVerdict {
  const { code = "", command = "", responseCode = 0 } = failure;
  if (responseCode >= 500) return { verdict: "definite", retry: !HOPELESS_COMMANDS.has(command) };
  // For now, and for this recipient: greylisting, a full mailbox.
  if (responseCode >= 400 && HOPELESS_COMMANDS.has(command))
    return { verdict: "definite", retry: true, isMailsOwn: true };
  if (responseCode >= 400) return { verdict: "definite", retry: true };
  if (isBodySent) return { verdict: "ambiguous" };
  return { verdict: "definite", retry: !HOPELESS_CODES.has(code) };
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message: string };
  return code === undefined ? message : `${code} ${message}`;
}
