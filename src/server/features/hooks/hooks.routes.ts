import type { FastifyInstance } from "fastify";
import { sendgridHook, sesHook } from "#contract/hooks.ts";
import type { Operation } from "#contract/operation.ts";
import { route } from "#server/platform/http/route.ts";
import type { HooksService } from "./hooks.service.ts";

/** SNS sends at most 256 kB and SendGrid three times that; escaped inside of JSON the former may double. */
const BODY_LIMIT = 1024 * 1024;

export function registerHookRoutes(app: FastifyInstance, service: HooksService): void {
  withRawBody(app, sesHook, (scope) => {
    route(scope, sesHook, async ({ request }) => {
      await service.ses(request.body);
      return { data: null };
    });
  });
  withRawBody(app, sendgridHook, (scope) => {
    route(scope, sendgridHook, async ({ request }) => {
      await service.sendgrid(request.body, request.headers);
      return { data: null };
    });
  });
}

/** The signatures are over the letters: here alone a body stays what it was sent as. */
function withRawBody(app: FastifyInstance, { rawBody = [] }: Operation, add: (scope: FastifyInstance) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const options = { parseAs: "buffer", bodyLimit: BODY_LIMIT } as const;
    scope.addContentTypeParser([...rawBody], options, (_request, body, done) => done(null, body));
    add(scope);
  });
}
