import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** A password, covered until somebody asks to see it. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      visibilityToggleButtonProps={{ "aria-label": "Show or hide what you typed", tabIndex: 0, "aria-hidden": false }}
      {...props}
    />
  );
}
