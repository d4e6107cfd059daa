import { type MailTransport, type OutgoingMail, SendError, type SendVerdict } from "./mail-transport.ts";

interface Failure {
  transport: string;
  outcome: SendVerdict;
  code: string | undefined;
}

/**
 * Sends a mail by the first transport that accepts it. For mails outside the orders' outbox.
 * @returns `retry` when another attempt may succeed
 */
export async function sendByOneOf(
  transports: readonly MailTransport[],
  mail: OutgoingMail,
  onFailure: (failure: Failure) => void,
): Promise<"sent" | "retry" | "refused"> {
  let isFinal = true;
  for (const transport of transports) {
    try {
      await transport.send(mail);
      return "sent";
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      const { outcome, cause } = error;
      // Not the error itself: a mail server's message contains the address.
      const { code } = (cause ?? {}) as { code?: string };
      onFailure({ transport: transport.name, outcome, code });
      // It may have arrived, so no other transport is tried.
      if (outcome.verdict === "ambiguous") return "retry";
      if (outcome.retry) isFinal = false;
    }
  }
  return isFinal ? "refused" : "retry";
}
