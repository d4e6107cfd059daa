import type { MailTransportName } from "#contract/mail.ts";
import type { MailProvider } from "#contract/mail-providers.ts";

/** A mail as it leaves, made of what the outbox stored. */
export interface OutgoingMail {
  mailId: number;
  /** Names this one try; travels in a header and in the Message-ID. */
  attemptId: string;
  at: Date;
  /** A mailbox with or without a display name, from the configuration. */
  from: string;
  /** One bare address. */
  to: string;
  subject: string;
  html: string;
  text: string;
  attachment: { filename: string; contentType: string; content: Buffer } | null;
  /** Not one of the outbox's mails: its number means nothing there, so no provider is told it and no report finds one. */
  isUnreported?: true;
}

interface SendReceipt {
  messageId: string | null;
}

/** What became of a try that nobody answered for. */
export type Reconciled = "accepted" | "absent" | "unknown";

export interface MailTransport {
  readonly name: MailTransportName;
  /** @throws SendError, whose verdict says whether the mail may have left */
  send(mail: OutgoingMail): Promise<SendReceipt>;
  /** For roads that can be asked what became of a try. */
  reconcile?(attempt: { mailId: number; attemptId: string }): Promise<Reconciled>;
  /** For roads that keep what they were given: removes every copy of these mails. Nothing kept is no failure. */
  forget?(mailIds: readonly number[]): Promise<void>;
  /** The ids of the mails that such a road has copies of. */
  kept?(): Promise<number[]>;
}

/** A transport under the label that staff choose. */
export interface MailRoute {
  provider: MailProvider;
  transport: MailTransport;
}

/** The roads of a label: its own first, then those that a mail falls over to. */
export type MailRoutes = (provider: MailProvider) => readonly [MailRoute, ...MailRoute[]];

/** `definite`: certainly not accepted, so that another try makes no duplicate. `ambiguous`: nobody can tell. */
export type SendVerdict =
  | {
      verdict: "definite";
      /** Whether the same mail may be accepted later, or by another road. */
      retry: boolean;
      /** A failure of this mail alone that says nothing of the road's health. */
      isMailsOwn?: true;
      /** The road asked not to be called sooner. */
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
