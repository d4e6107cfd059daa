import { Stack, Textarea, TextInput } from "@mantine/core";
import type * as z from "zod";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { type SubmitOptions, useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { useKeptForm } from "#web/platform/use-kept-form.ts";
import { FormActions, type FormActionsProps } from "./form-actions.tsx";
import { KeptNote } from "./kept-note.tsx";

interface Answer {
  message: string;
}
interface Values {
  reason: string;
}

interface Props extends Omit<FormActionsProps, "onCancel">, Pick<SubmitOptions<Answer, Values>, "about" | "sticky"> {
  schema: z.ZodType<Values, Values>;
  /** Resolves to null when there is nothing to report. */
  send: (values: Values) => Promise<Answer | null>;
  onDone: () => void;
  /** What is decided about: the reason is kept under it until it is sent. */
  topic: string;
  /** The form's accessible name. */
  name?: string;
  label?: string;
  description: string;
  /** A single line, which Enter sends. */
  isLine?: boolean;
  /** False where the dialog opens on something else. */
  isFocused?: boolean;
}

/** Asks for the reason of a decision, below its children, and sends it. The other properties are those of its buttons. */
export function ReasonForm(props: Props) {
  const { schema, send, onDone, topic, about, sticky, name, children, ...rest } = props;
  const { label = "Reason", description, isLine = false, isFocused = true, ...actions } = rest;
  const form = useContractForm(schema, { reason: "" });
  const { isKept, forget } = useKeptForm(form, `reason ${topic}`, ["reason"]);
  const end = () => {
    forget();
    onDone();
  };
  const submit = useContractSubmit(form, send, { about, sticky, onDone: end });
  const field = { label, description, withAsterisk: true, "data-autofocus": isFocused || undefined };
  return (
    <form onSubmit={submit} noValidate aria-label={name}>
      <Stack gap="sm">
        {isKept && <KeptNote />}
        {children}
        {isLine ? (
          <TextInput autoComplete="off" {...field} {...registerField(form, "reason")} />
        ) : (
          <Textarea autosize minRows={2} maxRows={6} {...field} {...registerField(form, "reason")} />
        )}
        <FormActions {...actions} onCancel={end} />
      </Stack>
    </form>
  );
}
