import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import { toMessage } from "./mail-message.ts";
import { type MailTransport, SendError, type SendVerdict } from "./mail-transport.ts";

export interface SmtpTimes {
  /** Name resolution, connection and greeting, each. */
  connectMs: number;
  /** Silence of the server after that. */
  silenceMs: number;
  /** The whole attempt; shorter than the outbox's lease. */
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
      // Nodemailer's errors look alike before and after the body. The body stream is read only after the server has
      // accepted DATA, and ends just before the final dot is written; after that the outcome is unknown.
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

/** Permanent failures: the recipient or content was refused, or the mail could not be encoded. */
const HOPELESS_COMMANDS = new Set(["RCPT TO", "DATA"]);
const HOPELESS_CODES = new Set(["EENVELOPE", "EMESSAGE"]);

function smtpVerdict(failure: SmtpFailure, isBodySent: boolean): SendVerdict {
  const { code = "", command = "", responseCode = 0 } = failure;
  if (responseCode >= 500) return { verdict: "definite", retry: !HOPELESS_COMMANDS.has(command) };
  // Temporary and only for this recipient: greylisting, a full mailbox.
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
