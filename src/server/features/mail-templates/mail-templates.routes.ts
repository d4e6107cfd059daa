import type { FastifyInstance } from "fastify";
import { mailTemplates } from "#contract/mail-templates/mail-templates.ts";
import { route } from "#server/platform/http/route.ts";
import type { MailTemplatesService } from "./mail-templates.service.ts";

export function registerMailTemplateRoutes(app: FastifyInstance, service: MailTemplatesService): void {
  route(app, mailTemplates, async () => ({ data: await service.previews() }));
}
