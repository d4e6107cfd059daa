import {
  createHttpOnce,
  HTTP_TIMES,
  type HttpAnswer,
  type HttpTimes,
  NoAnswer,
  PATIENCE_MS,
  retryAfterMs,
} from "./http-once.ts";
import { mailboxOf, mailHeaders } from "./mail-message.ts";
import { type MailTransport, type OutgoingMail, SendError, type SendVerdict } from "./mail-transport.ts";

export interface SendgridSettings {
  apiKey: string;
  /** Null is SendGrid's own address. */
  endpoint: string | null;
}

const SENDGRID = "https://api.sendgrid.com";

/**
 * SendGrid's mail API, version 3. Mail and attempt id are sent as custom arguments, so that every event of the mail has
 * them. Click and open tracking and footers are off, so that SendGrid does not rewrite the mail.
 */
export function createSendgridTransport(settings: SendgridSettings, times: HttpTimes = HTTP_TIMES): MailTransport {
  const post = createHttpOnce(times);
  const url = new URL("/v3/mail/send", settings.endpoint ?? SENDGRID);
  const headers = {
    authorization: `Bearer ${settings.apiKey}`,
    accept: "application/json",
    "content-type": "application/json",
  };

  return {
    name: "sendgrid",
    send: async (mail) => {
      let answer: HttpAnswer;
      try {
        answer = await post({ url, headers, body: Buffer.from(JSON.stringify(toSendgrid(mail))) });
      } catch (error) {
        const isAmbiguous = error instanceof NoAnswer && error.isBodySent;
        // Any other error: the mail could not be encoded.
        const retry = error instanceof NoAnswer;
        const outcome: SendVerdict = isAmbiguous ? { verdict: "ambiguous" } : { verdict: "definite", retry };
        throw new SendError(`SendGrid: ${(error as Error).message}`, outcome, error);
      }
      if (answer.status === 202) return { messageId: answer.headers["x-message-id"] ?? null };
      throw new SendError(describe(answer), sendgridVerdict(answer));
    },
  };
}

/** The body of `POST /v3/mail/send`. */
function toSendgrid(mail: OutgoingMail) {
  const { mailId, attemptId, from, to, replyTo, subject, html, text, attachments } = mail;
  const off = { enable: false };
  return {
    from: mailboxOf(from),
    // A header of this name is reserved.
    ...(replyTo && { reply_to: { email: replyTo } }),
    personalizations: [{ to: [{ email: to }] }],
    subject,
    content: [
      { type: "text/plain", value: text },
      { type: "text/html", value: html },
    ],
    headers: mailHeaders(mail),
    ...(!mail.isUnreported && { custom_args: { attempt_id: attemptId, mail_id: String(mailId) } }),
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: off,
      subscription_tracking: off,
      ganalytics: off,
    },
    // An empty list is refused.
    ...(attachments.length > 0 && {
      attachments: attachments.map(({ filename, contentType, content }) => ({
        filename,
        type: contentType,
        content: content.toString("base64"),
        disposition: "attachment",
      })),
    }),
  };
}

/** Refusals of this message; retrying does not help. */
const HOPELESS = new Set([400, 413, 415, 422]);

/** Only 202 means accepted. After 504 or any other 2xx the outcome is unknown. */
function sendgridVerdict({ status, headers }: HttpAnswer): SendVerdict {
  if (status < 300 || status === 504) return { verdict: "ambiguous" };
  if (HOPELESS.has(status)) return { verdict: "definite", retry: false };
  const wait = retryAfterMs(headers["retry-after"]) ?? (status === 429 ? PATIENCE_MS : undefined);
  return { verdict: "definite", retry: true, ...(wait !== undefined && { retryAfterMs: wait }) };
}

/** SendGrid's own error messages, if any. */
function describe({ status, body }: HttpAnswer): string {
  let words = "";
  try {
    const { errors } = JSON.parse(body.toString("utf8")) as { errors: { message: string }[] };
    words = errors.map(({ message }) => String(message)).join(" ");
  } catch {
    words = body.toString("utf8", 0, 200);
  }
  return `SendGrid: ${status} ${words}`.trimEnd();
}
