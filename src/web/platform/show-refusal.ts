import type { FieldValues, UseFormReturn } from "react-hook-form";
import { type ApiError, errorMessage, toApiError } from "./api-error.ts";
import { showFieldErrors } from "./form.ts";
import { toast } from "./toasts.ts";

/**
 * Shows why a submit failed: at the fields that the server named, and in a toast.
 * @param thrown the error of the call
 * @returns it as an ApiError, for further handling by the form
 */
export function showRefusal<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  thrown: unknown,
  options: Parameters<typeof toast.error>[1] = {},
): ApiError {
  const error = toApiError(thrown);
  showFieldErrors(form, error);
  toast.error(errorMessage(error), options);
  return error;
}
