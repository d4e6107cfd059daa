import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { FieldError, Refusal } from "#contract/envelope.ts";
import { ERROR_STATUS, type ErrorCode } from "#contract/errors.ts";
import { bodyTooLarge, MESSAGES } from "#contract/messages.ts";
import { AppError } from "#server/platform/app-error.ts";
import { isDatabaseDown } from "#server/platform/db/failures.ts";
import { isUnclearCommit } from "#server/platform/db/unclear-commit.ts";

/** Answers every refusal and failure with the envelope and the right status, without internal details. */
export function registerErrors(app: FastifyInstance, onFailure: (error: unknown) => void = () => undefined): void {
  app.setErrorHandler((error, request, reply) => {
    onFailure(error);
    return send(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => send(new AppError("not_found", MESSAGES.notFound), request, reply));
}

const refusals = new WeakMap<FastifyReply, ErrorCode>();

/** The error code of a reply; undefined when it is not a refusal. */
export const refusalOf = (reply: FastifyReply): ErrorCode | undefined => refusals.get(reply);

/** Sets the status and the headers of a refusal; the caller sends its body. @returns what was refused, and why */
export function refuse(thrown: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const error = toAppError(thrown, request);
  const status = ERROR_STATUS[error.code];
  refusals.set(reply, error.code);
  if (status >= 500) {
    // A client that disconnected has no address any more: nothing failed.
    const hasLeft = error.code === "unavailable" && error.cause === undefined && request.raw.socket.destroyed;
    request.log[hasLeft ? "info" : "error"]({ err: error.cause ?? error, code: error.code }, "request failed");
  }
  if (error.retryAfterSeconds !== undefined)
    reply.header("retry-after", Math.max(1, Math.ceil(error.retryAfterSeconds)));
  // Late bytes of the body must not be parsed as the next request.
  if (error.code === "request_timeout") reply.header("connection", "close");
  reply.code(status);
  return error;
}

function send(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = refuse(thrown, request, reply);
  return reply.type("application/json; charset=utf-8").serializer(JSON.stringify).send(refusal(error, request.id));
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

/** Fastify's own errors by code, with our wording. */
const FRAMEWORK_ERRORS: Record<string, readonly [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ["unsupported_type", MESSAGES.unsupportedBody],
  FST_ERR_CTP_INVALID_TYPE: ["unsupported_type", MESSAGES.unsupportedBody],
  FST_REQ_FILE_TOO_LARGE: ["too_large", MESSAGES.uploadLarge],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ["unsupported_type", MESSAGES.unsupportedBody],
};

/** The multipart parser's errors for a malformed form have neither code nor status. */
const BROKEN_FORM =
  /^(Multipart: Boundary not found|The needle cannot|Unexpected end of multipart data|.* terminated early due to unexpected end of multipart data)/;

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map((issue) =>
      fieldError(issue.instancePath, OF_WHOLE.has(issue.keyword), issue.message),
    );
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
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") {
    return new AppError("too_large", bodyTooLarge(request.routeOptions.bodyLimit));
  }
  const known = code === undefined ? undefined : FRAMEWORK_ERRORS[code];
  if (known !== undefined) return new AppError(...known);
  // Malformed JSON, a bad header, a broken multipart body: client errors with a status set by Fastify.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    if (statusCode === 413) return new AppError("too_large", MESSAGES.tooLarge);
    if (statusCode === 415) return new AppError("unsupported_type", MESSAGES.unsupportedBody);
    if (statusCode === 404) return new AppError("not_found", MESSAGES.notFound);
    return new AppError("invalid_input", MESSAGES.invalidInput);
  }
  request.log.debug({ url: request.routeOptions.url }, "unexpected error");
  return new AppError("internal", MESSAGES.internal, { cause: error });
}

/** 400 with the first field's message, for clients that show only `message`. */
export function invalidInput(errors: FieldError[]): AppError {
  return new AppError("invalid_input", errors[0]?.message ?? MESSAGES.invalidInput, { errors });
}

/** Rules about several fields, or about unknown ones. */
const OF_WHOLE = new Set(["custom", "unrecognized_keys"]);

function fieldError(instancePath: string, isOfWhole: boolean, message: string | undefined): FieldError {
  const path = instancePath.replace(/^\//, "").replaceAll("/", ".");
  // A body that is not an object has no field to name, and the validator's message for it does not help.
  const helps = message !== undefined && (path !== "" || isOfWhole);
  return { path, message: helps ? message : MESSAGES.invalidInput };
}
