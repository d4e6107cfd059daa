import type { FastifyInstance } from "fastify";
import { correctionInbox, seeCorrectionDecisions } from "#contract/corrections/correction-inbox.ts";
import {
  correctOrder,
  decideCorrection,
  previewCorrection,
  requestCorrection,
} from "#contract/corrections/corrections.ts";
import { CORRECTION_MESSAGES } from "#contract/corrections/messages.ts";
import { route } from "#server/platform/http/route.ts";
import type { CorrectionsService } from "./corrections.service.ts";

interface CorrectionRoutesDeps {
  corrections: CorrectionsService;
  limits: { note(memberId: number, orderId: number): Promise<void> };
}

export function registerCorrectionRoutes(app: FastifyInstance, { corrections, limits }: CorrectionRoutesDeps): void {
  route(app, previewCorrection, async ({ body }) => ({
    data: await corrections.preview(body),
    order: body.orderId,
  }));

  route(app, correctOrder, async ({ actor, body }) => {
    const data = await corrections.correct(actor, body);
    const { changed, confirmed } = data;
    const unchanged = confirmed.length === 0 ? CORRECTION_MESSAGES.correctionSame : CORRECTION_MESSAGES.factsConfirmed;
    return {
      data,
      order: body.orderId,
      message: changed.length === 0 ? unchanged : CORRECTION_MESSAGES.correctionSaved,
    };
  });

  route(app, requestCorrection, async ({ actor, body }) => {
    await limits.note(actor.id, body.orderId);
    const data = await corrections.request(actor, body);
    return { data, order: body.orderId, message: CORRECTION_MESSAGES.correctionRequested };
  });

  route(app, correctionInbox, async ({ actor }) => ({ data: await corrections.inbox(actor) }));

  route(app, seeCorrectionDecisions, async ({ actor, body }) => ({
    data: { seen: await corrections.seeDecisions(actor, body.requestIds) },
  }));

  route(app, decideCorrection, async ({ actor, body }) => {
    const data = await corrections.decide(actor, { ...body, factsVersion: body.factsVersion });
    const message = body.accept ? CORRECTION_MESSAGES.correctionAccepted : CORRECTION_MESSAGES.correctionDeclined;
    return { data, order: data.order_id, message };
  });
}
