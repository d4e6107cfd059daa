import { randomInt, randomUUID } from "node:crypto";
import type { MailTextPreview } from "#contract/mail-templates/mail-templates.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { MailTextDraft } from "#contract/texts/mail-texts.ts";
import { TEXT_MESSAGES } from "#contract/texts/messages.ts";
import type { OrderReads } from "#server/features/orders/order-facts.repository.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { Log } from "#server/platform/log.ts";
import type { MailTransports } from "#server/platform/mail/mail-transport.ts";
import { sendByOneOf } from "#server/platform/mail/send-by-one-of.ts";
import { type MailTemplatesService, SAMPLE_ADDRESSEE } from "./mail-templates.service.ts";

interface MailTextEditorDeps {
  db: Database;
  now: Clock;
  log: Log;
  orders: Pick<OrderReads, "find">;
  templates: Pick<MailTemplatesService, "fromText">;
  /** @throws AppError rate_limited */
  limits: { testMail(memberId: number): Promise<void> };
  /** Separate transports: these mails have no rows. */
  transportsFor: MailTransports;
  from: string;
}

export type MailTextEditorService = ReturnType<typeof createMailTextEditorService>;

/** What a text that is being written would look like; nothing of it is stored. */
export function createMailTextEditorService(deps: MailTextEditorDeps) {
  const { db, now, log, orders, templates, limits, transportsFor, from } = deps;
  const write = (draft: MailTextDraft, to = SAMPLE_ADDRESSEE) => templates.fromText({ ...draft, version: 0 }, to);

  return {
    async preview(draft: MailTextDraft): Promise<MailTextPreview> {
      return await write(draft);
    },

    /** @throws AppError not_found */
    async previewOf(orderId: number, draft: MailTextDraft): Promise<MailTextPreview> {
      const { fullName } = requireFound(await orders.find(db, orderId), MESSAGES.orderNotFound);
      return await write(draft, { orderId, fullName });
    },

    /** Mails it, with sample data, to the member's own address. @throws AppError rate_limited, unavailable */
    async test({ id, email }: Pick<SessionMember, "id" | "email">, draft: MailTextDraft): Promise<void> {
      await limits.testMail(id);
      const { subject, html, text } = await write(draft);
      const mail = {
        mailId: randomInt(2 ** 31),
        attemptId: randomUUID(),
        at: now(),
        from,
        to: email,
        subject: `[Test] ${subject}`,
        html,
        text,
        attachments: [],
        isUnreported: true as const,
      };
      const transports = transportsFor("AWS").map(({ transport }) => transport);
      const outcome = await sendByOneOf(transports, mail, (failure) =>
        log.warn(failure, "a test of a mail's text could not be sent"),
      );
      if (outcome !== "sent") throw new AppError("unavailable", TEXT_MESSAGES.mailTestFailed);
    },
  };
}
