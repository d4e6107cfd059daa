import type { FastifyInstance } from "fastify";
import { sendgridHook, sesHook } from "#contract/hooks/hooks.ts";
import type { Operation } from "#contract/operation.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { route } from "#server/platform/http/route.ts";
import type { HooksService } from "./hooks.service.ts";

export function registerHookRoutes(app: FastifyInstance, service: HooksService): void {
  withRawBody(app, sesHook, (scope) => {
    route(scope, sesHook, async ({ request }) => {
      await service.ses(request.body, clientOf(request).ip);
      return { data: null };
    });
  });
  withRawBody(app, sendgridHook, (scope) => {
    route(scope, sendgridHook, async ({ request }) => {
      await service.sendgrid(request.body, request.headers, clientOf(request).ip);
      return { data: null };
    });
  });
}

/** Signatures are over the raw body, so only these routes keep it verbatim. */
function withRawBody(app: FastifyInstance, { rawBody = [] }: Operation, add: (scope: FastifyInstance) => void): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser([...rawBody], { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    add(scope);
    done();
  });
}
