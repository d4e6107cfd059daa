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

/**
 * SendGrid's mail API, version 3, by its SDK. Mail and attempt id travel as custom arguments, so that every event of the
 * mail names them. Nothing in the mail is rewritten: no tracking of clicks and openings, no footer.
 */
export function createSendgridTransport(settings: SendgridSettings, times: HttpTimes = HTTP_TIMES): MailTransport {
  const post = createHttpOnce(times);
  let opened: ReturnType<typeof open> | undefined;

  // Loaded with the first mail: the SDK takes its time, and not every installation uses it.
  async function open() {
    // Both packages export their classes beside a ready-made object; their types tell of the object alone.
    const { Client } = (await import("@sendgrid/client")) as unknown as { Client: new () => SdkClient };
    const { MailService } = (await import("@sendgrid/mail")) as unknown as { MailService: new () => SdkMailService };

    /** The SDK's client with our own call beneath: one try, own time limits, and word of how far it came. */
    class OnceClient extends Client {
      override async request(data: Parameters<SdkClient["request"]>[0]) {
        const { url, baseURL, headers, data: body } = this.createRequest(data) as unknown as SdkRequest;
        const answer = await post({
          url: new URL(url, baseURL),
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
          body: Buffer.from(JSON.stringify(body)),
        });
        return [{ statusCode: answer.status, headers: answer.headers, body: answer.body }, answer] as SdkAnswer;
      }
    }
    const client = new OnceClient();
    client.setApiKey(settings.apiKey);
    if (settings.endpoint !== null) client.setDefaultRequest("baseUrl", `${settings.endpoint.replace(/\/+$/, "")}/`);
    const service = new MailService();
    service.setClient(client);
    return service;
  }

  return {
    name: "sendgrid",
    send: async (mail) => {
      opened ??= open();
      const service = await opened;
      let answer: HttpAnswer;
      try {
        [, answer] = (await service.send(toSendgrid(mail))) as [unknown, HttpAnswer];
      } catch (error) {
        const isAmbiguous = error instanceof NoAnswer && error.isBodySent;
        // Anything but a missing answer: the SDK could not express the mail.
        const retry = error instanceof NoAnswer;
        const outcome: SendVerdict = isAmbiguous ? { verdict: "ambiguous" } : { verdict: "definite", retry };
        throw new SendError(`SendGrid: ${(error as Error).message}`, outcome, error);
      }
      if (answer.status === 202) return { messageId: answer.headers["x-message-id"] ?? null };
      throw new SendError(describe(answer), sendgridVerdict(answer));
    },
  };
}

type SdkClient = typeof import("@sendgrid/client");
type SdkMailService = typeof import("@sendgrid/mail");
type SdkAnswer = Awaited<ReturnType<SdkClient["request"]>>;

/** What the SDK hands to its HTTP library. */
interface SdkRequest {
  url: string;
  baseURL: string;
  headers: Record<string, unknown>;
  data: object;
}

function toSendgrid(mail: OutgoingMail) {
  const { mailId, attemptId, from, to, subject, html, text, attachment } = mail;
  const off = { enable: false };
  return {
    from: mailboxOf(from),
    to,
    subject,
    html,
    text,
    headers: mailHeaders(attemptId),
    ...(!mail.isUnreported && { customArgs: { attempt_id: attemptId, mail_id: String(mailId) } }),
    trackingSettings: {
      clickTracking: { enable: false, enableText: false },
      openTracking: off,
      subscriptionTracking: off,
      ganalytics: off,
    },
    ...(attachment !== null && {
      attachments: [
        {
          filename: attachment.filename,
          type: attachment.contentType,
          content: attachment.content.toString("base64"),
          disposition: "attachment",
        },
      ],
    }),
  };
}

/** About this one message, so that asking again changes nothing. */
const HOPELESS = new Set([400, 413, 415, 422]);

/** 202 is the only yes. 504 and any other success leave open what became of the mail. */
function sendgridVerdict({ status, headers }: HttpAnswer): SendVerdict {
  if (status < 300 || status === 504) return { verdict: "ambiguous" };
  if (HOPELESS.has(status)) return { verdict: "definite", retry: false };
  const wait = retryAfterMs(headers["retry-after"]) ?? (status === 429 ? PATIENCE_MS : undefined);
  return { verdict: "definite", retry: true, ...(wait !== undefined && { retryAfterMs: wait }) };
}

/** SendGrid's own words, where it has any. */
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
