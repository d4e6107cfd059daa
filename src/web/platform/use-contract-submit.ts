import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { ApiError } from "./api-error.ts";
import { showRefusal } from "./show-refusal.ts";
import { toast } from "./toasts.ts";

export interface SubmitOptions<A, O> {
  /** The topic of both toasts. */
  about?: string | undefined;
  /** The toast of a failure stays until dismissed. */
  sticky?: boolean | undefined;
  /** Shows a success; by default in a toast with the answer's message. */
  showAnswer?: (answer: A, values: O) => void;
  /** Called once a success is shown. */
  onDone?: (answer: A) => void | Promise<void>;
  /** Called once a failure is shown. */
  onRefused?: (error: ApiError) => void;
}

/**
 * The submit handler of a form whose valid values are sent in one call. It never rejects: a failure is shown at the fields
 * that the server named, and in a toast.
 * @param call resolves to null when the member decided against it
 */
export function useContractSubmit<I extends FieldValues, O, A extends { message: string }>(
  form: UseFormReturn<I, unknown, O>,
  call: (values: O) => Promise<A | null>,
  options: SubmitOptions<A, O> = {},
) {
  const { about, sticky, onDone, onRefused } = options;
  const { showAnswer = ({ message }: A) => toast.success(message, { about }) } = options;
  return form.handleSubmit(async (values) => {
    try {
      const answer = await call(values);
      if (answer === null) return;
      showAnswer(answer, values);
      await onDone?.(answer);
    } catch (thrown) {
      const error = showRefusal(form, thrown, { about, sticky });
      onRefused?.(error);
    }
  });
}
