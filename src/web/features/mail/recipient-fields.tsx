import { TextInput } from "@mantine/core";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";
import { registerField } from "#web/platform/form.ts";

interface RecipientFieldsProps<I extends FieldValues, O> {
  form: UseFormReturn<I, unknown, O>;
  email: FieldPath<I>;
  reason: FieldPath<I>;
  isReasonShown: boolean;
}

/** The address of the mail and, unless it is the order's own, the reason. */
export function RecipientFields<I extends FieldValues, O>(props: RecipientFieldsProps<I, O>) {
  const { form, email, reason, isReasonShown } = props;
  return (
    <>
      <TextInput {...registerField(form, email)} type="email" label="Email" autoComplete="off" withAsterisk />
      {isReasonShown && (
        <TextInput
          {...registerField(form, reason)}
          label="Reason for another address"
          description="The reason is recorded in the history, and the order's own address is notified."
          autoComplete="off"
          withAsterisk
        />
      )}
    </>
  );
}
