import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { FieldError, Refusal } from "#contract/envelope.ts";
import { ERROR_STATUS, type ErrorCode } from "#contract/errors.ts";
import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { isDatabaseDown } from "#server/platform/db/failures.ts";
import { isUnclearCommit } from "#server/platform/db/unclear-commit.ts";

/** One answer for every refusal and failure: the envelope, a truthful status, and no word of our insides. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => send(toAppError(error, request), request, reply));
  app.setNotFoundHandler((request, reply) => send(new AppError("not_found", MESSAGES.notFound), request, reply));
}

const refusals = new WeakMap<FastifyReply, ErrorCode>();

/** The code that a reply refuses with; undefined when it does not. */
export const refusalOf = (reply: FastifyReply): ErrorCode | undefined => refusals.get(reply);

function send(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = ERROR_STATUS[error.code];
  refusals.set(reply, error.code);
  if (status >= 500) request.log.error({ err: error.cause ?? error, code: error.code }, "request failed");
  if (error.retryAfterSeconds !== undefined)
    reply.header("retry-after", Math.max(1, Math.ceil(error.retryAfterSeconds)));
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(refusal(error, request.id));
}

export function refusal(error: AppError, requestId: string): Refusal {
  return {
    status: 0,
    message: error.message,
    code: error.code,
    requestId,
    ...(error.errors && { errors: error.errors }),
    ...(error.data !== undefined && { data: error.data }),
  };
}

/** Fastify's own refusals by their code; each keeps its meaning and loses its wording. */
const FRAMEWORK_ERRORS: Record<string, readonly [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ["too_large", MESSAGES.tooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_type", MESSAGES.unsupportedBody],
  FST_ERR_CTP_INVALID_TYPE: ["unsupported_type", MESSAGES.unsupportedBody],
  FST_REQ_FILE_TOO_LARGE: ["too_large", MESSAGES.uploadLarge],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ["unsupported_type", MESSAGES.unsupportedBody],
};

/** What the multipart parser throws at a broken form has neither code nor status. */
const BROKEN_FORM =
  /^(Multipart: Boundary not found|The needle cannot|Unexpected end of multipart data|.* terminated early due to unexpected end of multipart data)/;

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map(({ instancePath, message }) => fieldError(instancePath, message));
    return invalidInput(errors);
  }
  if (isUnclearCommit(error)) {
    return new AppError("outcome_unclear", MESSAGES.outcomeUnclear, { cause: error, retryAfterSeconds: 2 });
  }
  if (isDatabaseDown(error)) {
    return new AppError("unavailable", MESSAGES.unavailable, { cause: error, retryAfterSeconds: 2 });
  }
  if (error instanceof Error && BROKEN_FORM.test(error.message)) return invalidInput([]);
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : FRAMEWORK_ERRORS[code];
  if (known !== undefined) return new AppError(...known);
  // Malformed JSON, a bad header, a broken multipart body: the client's fault, in Fastify's own status.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    if (statusCode === 413) return new AppError("too_large", MESSAGES.tooLarge);
    if (statusCode === 415) return new AppError("unsupported_type", MESSAGES.unsupportedBody);
    if (statusCode === 404) return new AppError("not_found", MESSAGES.notFound);
    return new AppError("invalid_input", MESSAGES.invalidInput);
  }
  request.log.debug({ url: request.routeOptions.url }, "unexpected error");
  return new AppError("internal", MESSAGES.internal, { cause: error });
}

/** 400 whose message is the first field's, so that a client which shows only `message` says something useful. */
export function invalidInput(errors: FieldError[]): AppError {
  return new AppError("invalid_input", errors[0]?.message ?? MESSAGES.invalidInput, { errors });
}

function fieldError(instancePath: string, message: string | undefined): FieldError {
  const path = instancePath.replace(/^\//, "").replaceAll("/", ".");
  // A body that is no object at all has no field to point at, and the validator's words for it help nobody.
  return { path, message: path === "" || message === undefined ? MESSAGES.invalidInput : message };
}
