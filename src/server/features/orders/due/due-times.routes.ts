import type { FastifyInstance } from "fastify";
import { lateCount } from "#contract/orders/orders.ts";
import { SERVICE_SETTINGS_MESSAGES } from "#contract/service-settings/messages.ts";
import { saveServiceSettings, serviceSettings } from "#contract/service-settings/service-settings.ts";
import { route } from "#server/platform/http/route.ts";
import type { DueTimesService } from "./due-times.service.ts";

export function registerDueTimesRoutes(app: FastifyInstance, { dueTimes }: { dueTimes: DueTimesService }): void {
  route(app, lateCount, async () => ({ data: await dueTimes.lateCount() }));

  route(app, serviceSettings, async () => ({ data: await dueTimes.settings() }));

  route(app, saveServiceSettings, async ({ actor, body }) => {
    const isChanged = await dueTimes.saveSettings(actor, body);
    const { before: _before, ...settings } = body;
    return {
      data: settings,
      message: isChanged ? SERVICE_SETTINGS_MESSAGES.serviceSaved : SERVICE_SETTINGS_MESSAGES.serviceSame,
    };
  });
}
