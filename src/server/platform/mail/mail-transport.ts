import type { MailTransportName } from "#contract/mail/mail.ts";
import type { MailProvider } from "#contract/mail/mail-providers.ts";

export interface MailAttachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** A mail as it is sent, built from its outbox row. */
export interface OutgoingMail {
  mailId: number;
  /** Identifies this one attempt; sent in a header and in the Message-ID. */
  attemptId: string;
  at: Date;
  /** A mailbox with or without a display name, from the configuration. */
  from: string;
  /** One bare address. */
  to: string;
  subject: string;
  html: string;
  text: string;
  attachments: readonly MailAttachment[];
  /** Where answers go, if not to `from`. */
  replyTo?: string | null;
  /** Written by a person: without the headers of automatic mails, which keep "out of office" answers away. */
  isPersonal?: boolean;
  /** Not an outbox mail: its id is not sent to the provider, so that a report can't match an outbox mail by mistake. */
  isUnreported?: true;
}

interface SendReceipt {
  messageId: string | null;
}

/** Outcome of an attempt that got no answer. */
export type Reconciled = "accepted" | "absent" | "unknown";

export interface MailTransport {
  readonly name: MailTransportName;
  /** @throws SendError, whose verdict says whether the mail may have left */
  send(mail: OutgoingMail): Promise<SendReceipt>;
  /** For transports that can look up the outcome of an attempt. */
  reconcile?(attempt: { mailId: number; attemptId: string }): Promise<Reconciled>;
  /** For transports that keep copies: removes those of these mails, if there are any. */
  forget?(mailIds: readonly number[]): Promise<void>;
  /** Ids of the mails that such a transport has copies of. */
  kept?(): Promise<number[]>;
}

/** A transport with the provider label that staff choose. */
export interface LabelledTransport {
  provider: MailProvider;
  transport: MailTransport;
}

/** Each provider's own transport. */
export const PROVIDER_TRANSPORTS: Record<MailProvider, MailTransportName> = { AWS: "ses", Sendgrid: "sendgrid" };

/** The transports of a provider label: its own first, then those that a mail fails over to. */
export type MailTransports = (provider: MailProvider) => readonly [LabelledTransport, ...LabelledTransport[]];

/** `definite`: certainly not accepted, so another attempt makes no duplicate. `ambiguous`: it may have been accepted. */
export type SendVerdict =
  | {
      verdict: "definite";
      /** Whether the same mail may be accepted later or by another transport. */
      retry: boolean;
      /** A failure of this mail alone; it doesn't count against the transport. */
      isMailsOwn?: true;
      /** How long the transport asked us to wait. */
      retryAfterMs?: number;
    }
  | { verdict: "ambiguous" };

export class SendError extends Error {
  readonly outcome: SendVerdict;

  constructor(message: string, outcome: SendVerdict, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.outcome = outcome;
  }
}
