import { TextInput } from "@mantine/core";
import type { FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

interface RecipientFieldsProps<I extends FieldValues, O> {
  form: UseFormReturn<I, unknown, O>;
  email: FieldPath<I>;
  reason: FieldPath<I>;
  isReasonShown: boolean;
}

/** Where the mail goes and, when that is not the order's own address, why. */
export function RecipientFields<I extends FieldValues, O>(props: RecipientFieldsProps<I, O>) {
  const { form, email, reason, isReasonShown } = props;
  const messageOf = (name: FieldPath<I>) => form.getFieldState(name, form.formState).error?.message;
  return (
    <>
      <TextInput
        {...form.register(email)}
        type="email"
        label="Email"
        autoComplete="off"
        withAsterisk
        error={messageOf(email)}
      />
      {isReasonShown && (
        <TextInput
          {...form.register(reason)}
          label="Reason for another address"
          description="It stands in the history, and the order's own address is told."
          autoComplete="off"
          withAsterisk
          error={messageOf(reason)}
        />
      )}
    </>
  );
}
