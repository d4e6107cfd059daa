import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { typedCorrection } from "#contract/corrections/customer-correction.ts";
import { MESSAGES } from "#contract/messages.ts";
import { SMALL_BODY } from "#contract/operation.ts";
import { parseOrderId } from "#contract/orders/order-id.ts";
import { reportDownload, trackOrderSchema } from "#contract/tracking/tracking.ts";
import { isLanguage, LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS } from "#contract/tracking/visitor-languages.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { type VisitorProblem, visitorProblem, waitUntil } from "#contract/tracking/visitor-page.ts";
import {
  ANSWER_ROUTE,
  CONFIRM_EMAIL_ROUTE,
  CONTEST_EMAIL_ROUTE,
  CORRECTION_ROUTE,
  LEAVE_PATH,
  LINK_DONE,
  ORDER_ROUTE,
  orderPath,
  REPORT_ROUTE,
  trackPath,
} from "#contract/tracking/visitor-paths.ts";
import type { EmailChangesService } from "#server/features/email-changes/email-changes.service.ts";
import type { TakeCorrection } from "#server/features/orders/corrections/customer-requests.routes.ts";
import type { TakeAnswer } from "#server/features/questions/questions.routes.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Visitor } from "#server/platform/http/access.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { requireUtf8 } from "#server/platform/http/file-form.ts";
import { GRANT_SECONDS, type TrackingService } from "./tracking.service.ts";
import { chosenLanguage, clearVisitorCookies, setVisitorCookies, visitorTokenOf } from "./visitor-cookies.ts";
import type { PageContent, VisitorPages } from "./visitor-pages.ts";

const config = { access: "public" as const };
const SEE_OTHER = 303;
/** For some thousand characters of any script, each of which takes up to twelve bytes. */
const FORM_BODY = 64 * 1024;

interface Options {
  service: TrackingService;
  emailChanges: Pick<EmailChangesService, "confirm" | "contest">;
  takeAnswer: TakeAnswer;
  takeCorrection: TakeCorrection;
  pages: VisitorPages;
  publicUrl: string | null;
}

/** The visitor area as HTML: it works without script, which takes over when it has loaded. */
export async function registerVisitorPages(
  app: FastifyInstance,
  { service, emailChanges, takeAnswer, takeCorrection, pages, publicUrl }: Options,
) {
  // biome-ignore lint/nursery/noMisusedPromises: Fastify waits for an asynchronous plugin
  await app.register(async (area) => {
    // In this scope only: the calls of the API take no forms, which other sites could send.
    area.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string" },
      async (_request: FastifyRequest, body: string) => {
        const fields = [...new URLSearchParams(body)];
        requireUtf8(...fields.flat());
        return Object.fromEntries(fields);
      },
    );
    area.addHook("onRequest", async (request, reply) => {
      if (request.method === "POST") requireOwnForm(request, publicUrl);
      else if (chooseLanguage(request, reply, service)) return reply;
    });

    /** Answers a refusal with a page and the call's status. */
    const orPage =
      (content: (refused: Refused, request: FastifyRequest) => PageContent) =>
      (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
        const refusal = refuse(error, request, reply);
        const problem = problemOf(refusal, request, reply);
        return pages.send(request, reply, content({ refusal, problem }, request));
      };

    const trackForm = { config, errorHandler: orPage(({ problem }) => ({ path: trackPath(), problem })) };
    area.get<{ Querystring: { left?: string } }>("/track-order", trackForm, (request, reply) =>
      pages.send(request, reply, {
        path: trackPath(),
        ...(request.query.left !== undefined && { notice: "left" as const }),
      }),
    );
    area.get("/track-order/:orderId", trackForm, (request, reply) =>
      pages.send(request, reply, { path: pathOf(request) }),
    );

    // What mail programs make of a link: a slash at its end, or more behind it.
    for (const [route, path] of [
      ["/track-order/:orderId/*", trackPath],
      ["/get-new-order-details/:orderId/*", orderPath],
    ] as const) {
      area.get<{ Params: { orderId: string } }>(route, { config }, (request, reply) => {
        const orderId = parseOrderId(request.params.orderId);
        return reply.redirect(orderId === null ? trackPath() : path(orderId), SEE_OTHER);
      });
    }

    area.get<{ Params: { orderId: string }; Querystring: { again?: string } }>(
      ORDER_ROUTE,
      {
        config,
        errorHandler: orPage(({ refusal, problem }, request) => {
          const orderId = orderIdOf(request);
          const isGrantLost = refusal.code === "unauthenticated" || refusal.code === "forbidden";
          if (isGrantLost && orderId !== null) return { path: trackPath(orderId), notice: "proveAgain" };
          return { path: pathOf(request), problem };
        }),
      },
      async (request, reply) => {
        const orderId = parseOrderId(request.params.orderId);
        if (orderId === null) return reply.redirect(trackPath(), SEE_OTHER);
        const visitor = await service.findVisitor(visitorTokenOf(request, service));
        if (visitor === undefined) {
          // A link on another site, in a webmail for instance, comes without our strict cookie; a page of ours with it.
          if (request.headers["sec-fetch-site"] === "cross-site" && request.query.again === undefined) {
            reply.header("refresh", `0; url=${orderPath(orderId)}?again`);
          }
          throw new AppError("unauthenticated", VISITOR_MESSAGES.visitorNoGrant);
        }
        const order = await service.history(visitor, {
          orderId: String(orderId),
          hasSteps: true,
          language: chosenLanguage(request),
        });
        return pages.send(request, reply, { path: pathOf(request), order });
      },
    );

    area.post(
      "/track-order",
      {
        config,
        bodyLimit: SMALL_BODY,
        errorHandler: orPage(({ refusal, problem }, request) => {
          if (refusal.code === "xsrf") return { path: trackPath(), notice: "proveAgain" };
          const isInvalid = refusal.code === "invalid_input";
          // The form names its invalid fields itself.
          return { path: trackPath(), form: formOf(request), ...(!isInvalid && { problem }) };
        }),
      },
      async (request, reply) => {
        const { data, success } = trackOrderSchema.safeParse(formOf(request));
        if (!success) throw new AppError("invalid_input", MESSAGES.invalidInput);
        const token = await service.track(data, clientOf(request), visitorTokenOf(request, service));
        setVisitorCookies(reply, token, { isHttps: service.isHttps, maxAgeSeconds: GRANT_SECONDS });
        return reply.redirect(orderPath(parseOrderId(data.orderId) ?? 0), SEE_OTHER);
      },
    );

    /**
     * A form of the order's page that is sent without script; with it the page calls the API. `take` leaves in `typed` what
     * is shown again when it refuses.
     */
    const orderForm = (
      route: string,
      bodyLimit: number | undefined,
      take: (
        visitor: Visitor,
        request: FastifyRequest,
        orderId: number,
        typed: Partial<PageContent>,
      ) => Promise<unknown>,
    ) => {
      // The address of a refused form, opened again or in another language.
      area.get<{ Params: { orderId: string } }>(route, { config }, (request, reply) => {
        const orderId = parseOrderId(request.params.orderId);
        return reply.redirect(orderId === null ? trackPath() : orderPath(orderId), SEE_OTHER);
      });
      area.post<{ Params: { orderId: string } }>(
        route,
        {
          config,
          ...(bodyLimit !== undefined && { bodyLimit }),
          errorHandler: orPage(({ refusal, problem }, request) => {
            const path = trackPath(orderIdOf(request) ?? undefined);
            const isGrantLost = refusal.code === "unauthenticated" || refusal.code === "forbidden";
            return isGrantLost ? { path, notice: "proveAgain" } : { path, problem };
          }),
        },
        async (request, reply) => {
          const orderId = orderIdOf(request);
          const visitor = await service.findVisitor(visitorTokenOf(request, service));
          if (orderId === null || visitor === undefined) {
            throw new AppError("unauthenticated", VISITOR_MESSAGES.visitorNoGrant);
          }
          const typed: Partial<PageContent> = {};
          try {
            await take(visitor, request, orderId, typed);
            return reply.redirect(orderPath(orderId), SEE_OTHER);
          } catch (error) {
            const order = await service.history(visitor, {
              orderId: String(orderId),
              hasSteps: true,
              language: chosenLanguage(request),
            });
            const problem = problemOf(refuse(error, request, reply), request, reply);
            return pages.send(request, reply, { path: orderPath(orderId), order, problem, ...typed });
          }
        },
      );
    };

    orderForm(ANSWER_ROUTE, undefined, (visitor, request, _orderId, typed) => {
      typed.typedAnswer = "";
      return takeAnswer(visitor, request, (text) => {
        typed.typedAnswer = text;
      });
    });
    orderForm(CORRECTION_ROUTE, FORM_BODY, (visitor, request, orderId, typed) => {
      typed.typedCorrection = typedCorrection((name) => textIn(request, name));
      return takeCorrection(visitor, request, orderId, typed.typedCorrection);
    });

    orderForm(REPORT_ROUTE, FORM_BODY, async (visitor, request, orderId, typed) => {
      typed.typedReport = { downloadId: textIn(request, "downloadId"), note: textIn(request, "note") };
      const { data } = reportDownload.body.safeParse({ orderId: String(orderId), ...typed.typedReport });
      if (data === undefined) throw new AppError("invalid_input", MESSAGES.invalidInput);
      await service.reportDownload(visitor, clientOf(request), data);
    });

    const links = [
      { route: CONFIRM_EMAIL_ROUTE, settle: emailChanges.confirm },
      { route: CONTEST_EMAIL_ROUTE, settle: emailChanges.contest },
    ];
    for (const { route, settle } of links) {
      const linkPage = {
        config,
        // Its length would tell of the token in it.
        compress: false as const,
        errorHandler: orPage(({ problem }, request) => ({ path: pathOf(request), problem })),
      };
      // Programs that scan mails open their links: only the button does anything.
      area.get(route, linkPage, (request, reply) => pages.send(request, reply, { path: pathOf(request) }));
      area.post<{ Params: { token: string } }>(
        route,
        { ...linkPage, bodyLimit: SMALL_BODY },
        async (request, reply) => {
          await settle({ token: request.params.token, ip: clientOf(request).ip });
          return reply.redirect(route.replace(":token", LINK_DONE), SEE_OTHER);
        },
      );
    }

    area.post(LEAVE_PATH, trackForm, async (request, reply) => {
      await service.leave(visitorTokenOf(request, service));
      clearVisitorCookies(reply, service);
      reply.clearCookie(LANGUAGE_COOKIE, { path: "/" }).header("clear-site-data", '"cache"');
      return reply.redirect(`${trackPath()}?left`, SEE_OTHER);
    });
  });
}

interface Refused {
  refusal: AppError;
  problem: VisitorProblem;
}

function problemOf(refusal: AppError, { id: requestId }: FastifyRequest, reply: FastifyReply): VisitorProblem {
  const { code, message, retryAfterSeconds, errors } = refusal;
  if (code === "rate_limited" && retryAfterSeconds !== undefined)
    return waitUntil(Date.now() + retryAfterSeconds * 1000);
  return visitorProblem({ code, httpStatus: reply.statusCode, message, requestId, errors });
}

/** A field of a form; empty if it was left out, or is no text. */
function textIn({ body }: FastifyRequest, name: string): string {
  const text = (body as Record<string, unknown> | undefined)?.[name];
  return typeof text === "string" ? text : "";
}

/** Also in an error handler, where the body may not have been read. */
function formOf({ body }: FastifyRequest): { orderId: string; email: string } {
  const { orderId, email } = (body ?? {}) as Record<string, string>;
  return { orderId: orderId ?? "", email: email ?? "" };
}

function orderIdOf(request: FastifyRequest): number | null {
  return parseOrderId((request.params as { orderId?: string }).orderId ?? "");
}

/** One leading slash: `//host` in a redirect would be another host. */
function pathOf({ url }: FastifyRequest): string {
  return `/${(url.split("?")[0] ?? "").replace(/^[/\\]+/, "")}`;
}

/**
 * Requires that a form was sent by a page of ours. A form carries no token: a page that works without script could not
 * read one from its cookie.
 * @param publicUrl null for a program on this machine, which is reached under several names
 * @throws AppError xsrf, also when the browser declares nothing
 */
function requireOwnForm({ headers }: Pick<FastifyRequest, "headers">, publicUrl: string | null): void {
  const site = headers["sec-fetch-site"];
  const own = publicUrl === null ? `http://${headers.host}` : new URL(publicUrl).origin;
  const isOwn = site === undefined ? headers.origin === own : site === "same-origin";
  if (!isOwn) throw new AppError("xsrf", MESSAGES.xsrf);
}

/** The language menu without script: remembers the choice and redirects. @returns whether it answered */
export function chooseLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  { isHttps: secure }: { isHttps: boolean },
): boolean {
  const { language } = request.query as { language?: unknown };
  if (!isLanguage(language)) return false;
  reply
    .setCookie(LANGUAGE_COOKIE, language, { path: "/", sameSite: "lax", secure, maxAge: LANGUAGE_COOKIE_SECONDS })
    .redirect(pathOf(request), SEE_OTHER);
  return true;
}
