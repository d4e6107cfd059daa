import { zodResolver } from "@hookform/resolvers/zod";
import {
  type DefaultValues,
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import type * as z from "zod";
import type { ApiError } from "./api-error.ts";

/**
 * A form over a schema of the contract. `mode: "all"` validates on change and on blur; a submit marks every invalid
 * field. Values have the schema's input type, `handleSubmit` passes its output.
 */
export function useContractForm<I extends FieldValues, O>(
  schema: z.ZodType<O, I>,
  defaultValues: DefaultValues<NoInfer<I>>,
): UseFormReturn<I, unknown, O> {
  return useForm<I, unknown, O>({ resolver: zodResolver(schema), mode: "all", defaultValues });
}

/** The properties of a field's input: its registration, and the message of its error. */
export function registerField<I extends FieldValues, O, N extends FieldPath<I>>(
  form: UseFormReturn<I, unknown, O>,
  name: N,
  options?: RegisterOptions<I, N>,
) {
  const error: FieldError | undefined = get(form.formState.errors, name);
  return { ...form.register(name, options), error: error?.message };
}

/**
 * Resets a form whose values were saved. The field that still has the focus was not left empty by mistake: leaving it
 * without typing marks no error.
 */
export function resetSaved<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  values?: DefaultValues<NoInfer<I>>,
): void {
  form.reset(values);
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  // React listens at the root, so an event that stops here reaches no `onBlur`.
  const keepUnmarked = (event: Event) => field.value === "" && event.stopPropagation();
  field.addEventListener("focusout", keepUnmarked, { once: true });
}

function isField<I extends FieldValues>(values: I, path: string): path is FieldPath<I> {
  return path in values || get(values, path) !== undefined;
}

/** Shows the server's field errors at their fields; true when there was one. */
export function showFieldErrors<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  { refusal }: ApiError,
): boolean {
  const known = form.getValues();
  let shown = false;
  for (const { path, message } of refusal?.errors ?? []) {
    if (!isField(known, path)) continue;
    form.setError(path, { message });
    shown = true;
  }
  return shown;
}
