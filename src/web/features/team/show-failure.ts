import { type ApiError, errorMessage, toApiError } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";

const NO_SESSION = 401;

/** Shows why a call failed. The end of the session has already been reported by the api. */
export function showFailure(thrown: unknown): ApiError {
  const error = toApiError(thrown);
  if (error.httpStatus !== NO_SESSION) toast.error(errorMessage(error));
  return error;
}
