import type { FastifyInstance } from "fastify";
import { correctOrder, decideCorrection, previewCorrection, requestCorrection } from "#contract/corrections.ts";
import { MESSAGES } from "#contract/messages.ts";
import { route } from "#server/platform/http/route.ts";
import type { CorrectionsService } from "./corrections.service.ts";

export function registerCorrectionRoutes(app: FastifyInstance, corrections: CorrectionsService): void {
  route(app, previewCorrection, async ({ body }) => ({ data: await corrections.preview(body) }));

  route(app, correctOrder, async ({ actor, body }) => {
    const data = await corrections.correct(actor, body);
    return { data, message: data.changed.length === 0 ? MESSAGES.correctionSame : MESSAGES.correctionSaved };
  });

  route(app, requestCorrection, async ({ actor, body }) => ({
    data: await corrections.request(actor, body),
    message: MESSAGES.correctionRequested,
  }));

  route(app, decideCorrection, async ({ actor, body }) => ({
    data: await corrections.decide(actor, { ...body, factsVersion: body.factsVersion }),
    message: body.accept ? MESSAGES.correctionAccepted : MESSAGES.correctionDeclined,
  }));
}
