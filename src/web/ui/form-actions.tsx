import { Button, type ButtonProps, type ElementProps, Group } from "@mantine/core";

export interface FormActionsProps extends ButtonProps, ElementProps<"button", keyof ButtonProps> {
  /** The label of the submit button. */
  submit: string;
  /** The label of the button beside it. */
  cancel?: string;
  onCancel: () => void;
}

/** The buttons that end a form. `mt` is the row's; the other properties are the submit button's. */
export function FormActions({ submit, cancel = "Cancel", onCancel, mt = "xs", ...button }: FormActionsProps) {
  return (
    <Group justify="flex-end" gap="xs" mt={mt}>
      <Button variant="default" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" {...button}>
        {submit}
      </Button>
    </Group>
  );
}
