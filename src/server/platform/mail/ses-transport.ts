import { SESv2Client, SendEmailCommand, type SendEmailCommandOutput } from "@aws-sdk/client-sesv2";
import { createHttpOnce, HTTP_TIMES, type HttpTimes, NoAnswer, PATIENCE_MS, retryAfterMs } from "./http-once.ts";
import { buildMessage } from "./mail-message.ts";
import { type MailTransport, type OutgoingMail, SendError, type SendVerdict } from "./mail-transport.ts";

export interface SesSettings {
  region: string;
  /** Null: the SDK uses the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Null is Amazon's own address of the region. */
  endpoint: string | null;
  configurationSet: string | null;
}

/**
 * Amazon SES, API version 2, by its SDK. The message is the same MIME text that the other transports send; mail
 * and attempt id are sent as message tags, so that every event of the mail has them.
 */
export function createSesTransport(settings: SesSettings, times: HttpTimes = HTTP_TIMES): MailTransport {
  const post = createHttpOnce(times);
  const { region, credentials, endpoint } = settings;
  const client = new SESv2Client({
    region,
    // The outbox decides about retries.
    maxAttempts: 1,
    requestHandler: { handle: async (request: SdkRequest) => ({ response: await answerOf(request) }) },
    ...(credentials && { credentials }),
    ...(endpoint !== null && { endpoint }),
  });

  async function answerOf({ protocol, hostname, port, path, headers, body }: SdkRequest) {
    const host = port === undefined ? hostname : `${hostname}:${port}`;
    const bytes =
      typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const answer = await post({ url: new URL(`${protocol}//${host}${path}`), headers, body: bytes });
    return { statusCode: answer.status, headers: answer.headers, body: new Uint8Array(answer.body) };
  }

  return {
    name: "ses",
    send: async (mail) => {
      const raw = await rawMessage(mail);
      const command = new SendEmailCommand({
        Destination: { ToAddresses: [mail.to] },
        Content: { Raw: { Data: raw } },
        ...(!mail.isUnreported && {
          EmailTags: [
            { Name: "attempt_id", Value: mail.attemptId },
            { Name: "mail_id", Value: String(mail.mailId) },
          ],
        }),
        ...(settings.configurationSet !== null && { ConfigurationSetName: settings.configurationSet }),
      });
      let isHandedOver = false;
      // The innermost step: after a failure before it, such as missing credentials, nothing was sent.
      command.middlewareStack.add(
        (next) => async (input) => {
          isHandedOver = true;
          return await next(input);
        },
        { step: "deserialize", priority: "low" },
      );
      let sent: SendEmailCommandOutput;
      try {
        sent = await client.send(command);
      } catch (error) {
        throw new SendError(describe(error), sesVerdict(error as SesFailure, isHandedOver), error);
      }
      return { messageId: sent.MessageId ?? null };
    },
  };
}

/** The signed request that the SDK passes to its HTTP handler. */
interface SdkRequest {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
}

async function rawMessage(mail: OutgoingMail): Promise<Buffer> {
  try {
    return await buildMessage(mail);
  } catch (error) {
    throw new SendError(describe(error), { verdict: "definite", retry: false }, error);
  }
}

interface SesFailure extends Error {
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
}

/** Refusals of this message; retrying or using another transport does not help. */
const HOPELESS = new Set(["MessageRejected", "BadRequestException"]);

/**
 * Definite: SES answered, or the request was not sent. After a gateway timeout (504) or an unreadable response the outcome
 * is unknown.
 */
function sesVerdict(failure: SesFailure, isHandedOver: boolean): SendVerdict {
  if (!isHandedOver) return { verdict: "definite", retry: true };
  if (failure instanceof NoAnswer) {
    return failure.isBodySent ? { verdict: "ambiguous" } : { verdict: "definite", retry: true };
  }
  const status = failure.$metadata?.httpStatusCode ?? 0;
  if (status < 300 || status === 504) return { verdict: "ambiguous" };
  if (status === 413 || (status === 400 && HOPELESS.has(failure.name) && !isUnverified(failure))) {
    return { verdict: "definite", retry: false };
  }
  const wait = retryAfterMs(failure.$response?.headers?.["retry-after"]) ?? (status === 429 ? PATIENCE_MS : undefined);
  return { verdict: "definite", retry: true, ...(wait !== undefined && { retryAfterMs: wait }) };
}

/** A sandboxed account or an unverified sender; the message itself is fine. */
function isUnverified({ message }: Error): boolean {
  return /not verified/i.test(message);
}

function describe(error: unknown): string {
  const { name, message } = error as Error;
  return `SES: ${name === "Error" ? "" : `${name} `}${message}`;
}
