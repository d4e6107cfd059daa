import type { FastifyInstance, FastifyRequest } from "fastify";
import type * as z from "zod";
import { askForCorrection } from "#contract/corrections/ask-for-correction.ts";
import { correctionOf, type TypedCorrection } from "#contract/corrections/customer-correction.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Visitor } from "#server/platform/http/access.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { invalidInput } from "#server/platform/http/errors.ts";
import { route } from "#server/platform/http/route.ts";
import type { CustomerRequests } from "./customer-requests.ts";

interface Deps {
  customerRequests: CustomerRequests;
  limits: { answer(ip: string): Promise<void> };
}

/** Takes the form that was sent without script. */
export type TakeCorrection = (
  visitor: Visitor,
  request: FastifyRequest,
  orderId: number,
  typed: TypedCorrection,
) => Promise<void>;

export function createTakeCorrection(deps: Deps): TakeCorrection {
  return async (visitor, request, orderId, { rows, note }) => {
    const read = correctionOf(rows);
    if ("problem" in read) throw new AppError("rule_violation", read.problem);
    const { data, error } = askForCorrection.body.safeParse({ orderId: String(orderId), fields: read.fields, note });
    if (error !== undefined) {
      throw invalidInput(error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message })));
    }
    await ask(deps, visitor, request, data);
  };
}

export function registerCustomerRequestRoute(app: FastifyInstance, deps: Deps): void {
  route(app, askForCorrection, async ({ request, body }) => {
    if (request.visitor === null) throw new Error("a visitor route was called without its guard");
    await ask(deps, request.visitor, request, body);
    return { data: null, message: VISITOR_MESSAGES.correctionSent };
  });
}

async function ask(
  { customerRequests, limits }: Deps,
  visitor: Visitor,
  request: FastifyRequest,
  body: z.output<typeof askForCorrection.body>,
): Promise<void> {
  const client = clientOf(request);
  await limits.answer(client.ip);
  await customerRequests.ask(visitor, client, body);
}
