import type { FastifyInstance } from "fastify";
import { createOrder, recordPayment } from "#contract/intake/intake.ts";
import { INTAKE_MESSAGES } from "#contract/intake/messages.ts";
import { route } from "#server/platform/http/route.ts";
import type { IntakeService } from "./intake.service.ts";

export function registerIntakeRoutes(app: FastifyInstance, intake: IntakeService): void {
  route(app, createOrder, async ({ headers, body }) => {
    const { answer, isRepeat } = await intake.createOrder(headers["idempotency-key"], body);
    return { data: answer, message: INTAKE_MESSAGES.intakeStored, httpStatus: isRepeat ? 200 : 201 };
  });

  route(app, recordPayment, async ({ params, body }) => {
    return { data: await intake.recordPayment(params.id, body), message: INTAKE_MESSAGES.paymentRecorded };
  });
}
