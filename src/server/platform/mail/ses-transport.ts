import type { SendEmailCommandOutput } from "@aws-sdk/client-sesv2";
import MailComposer from "nodemailer/lib/mail-composer";
import { createHttpOnce, HTTP_TIMES, type HttpTimes, NoAnswer, PATIENCE_MS, retryAfterMs } from "./http-once.ts";
import { toMessage } from "./mail-message.ts";
import { type MailTransport, type OutgoingMail, SendError, type SendVerdict } from "./mail-transport.ts";

export interface SesSettings {
  region: string;
  /** Null leaves it to the SDK: the machine's own role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** Null is Amazon's own address of the region. */
  endpoint: string | null;
  configurationSet: string | null;
}

/**
 * Amazon SES, API version 2, by its SDK. The message is the same MIME text that the other roads send; mail and attempt
 * id travel as message tags, so that every event of the mail names them.
 */
export function createSesTransport(settings: SesSettings, times: HttpTimes = HTTP_TIMES): MailTransport {
  const post = createHttpOnce(times);
  let opened: ReturnType<typeof open> | undefined;

  // Loaded with the first mail: the SDK takes its time, and not every installation uses it.
  async function open() {
    const { SESv2Client, SendEmailCommand } = await import("@aws-sdk/client-sesv2");
    const { region, credentials, endpoint } = settings;
    const client = new SESv2Client({
      region,
      // The outbox decides about every further try.
      maxAttempts: 1,
      requestHandler: { handle: async (request: SdkRequest) => ({ response: await answerOf(request) }) },
      ...(credentials && { credentials }),
      ...(endpoint !== null && { endpoint }),
    });
    return { client, SendEmailCommand };
  }

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
      opened ??= open();
      const { client, SendEmailCommand } = await opened;
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
      // The innermost step: what fails before it, as missing credentials do, has certainly not left.
      command.middlewareStack.add(
        (next) => async (given) => {
          isHandedOver = true;
          return await next(given);
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

/** What the SDK hands to its HTTP handler: signed and whole. */
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
    return await new MailComposer(toMessage(mail)).compile().build();
  } catch (error) {
    throw new SendError(describe(error), { verdict: "definite", retry: false }, error);
  }
}

interface SesFailure extends Error {
  $metadata?: { httpStatusCode?: number };
  $response?: { headers?: Record<string, string> };
}

/** About this one message, so that asking again or elsewhere changes nothing. */
const HOPELESS = new Set(["MessageRejected", "BadRequestException"]);

/**
 * Definite is what was answered and what can't have left. A time-out of something between us and SES (504) says that
 * nobody knows, and so does an answer that can't be read.
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

/** An account in the sandbox or a sender that is not set up: the message itself is in order. */
function isUnverified({ message }: Error): boolean {
  return /not verified/i.test(message);
}

function describe(error: unknown): string {
  const { name, message } = error as Error;
  return `SES: ${name === "Error" ? "" : `${name} `}${message}`;
}
