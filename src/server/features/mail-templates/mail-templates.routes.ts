import type { FastifyInstance } from "fastify";
import {
  mailTemplates,
  previewMailText,
  previewMailTextOfOrder,
  testMailText,
} from "#contract/mail-templates/mail-templates.ts";
import { mailTestSentMessage } from "#contract/texts/messages.ts";
import { route } from "#server/platform/http/route.ts";
import type { MailTemplatesService } from "./mail-templates.service.ts";
import type { MailTextEditorService } from "./mail-text-editor.service.ts";

interface MailTemplateRoutesDeps {
  mailTemplates: MailTemplatesService;
  mailTextEditor: MailTextEditorService;
}

export function registerMailTemplateRoutes(app: FastifyInstance, deps: MailTemplateRoutesDeps): void {
  const { mailTemplates: templates, mailTextEditor: editor } = deps;
  route(app, mailTemplates, async () => ({ data: await templates.previews() }));
  route(app, previewMailText, async ({ body }) => ({ data: await editor.preview(body) }));
  route(app, previewMailTextOfOrder, async ({ params: { orderId }, body }) => ({
    data: await editor.previewOf(orderId, body),
    order: orderId,
  }));
  route(app, testMailText, async ({ actor, body }) => {
    await editor.test(actor, body);
    return { data: { email: actor.email }, message: mailTestSentMessage(actor.email) };
  });
}
