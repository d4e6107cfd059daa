import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** Mantine's password input, with `aria-invalid` and a toggle button that is reachable by keyboard. */
export function PasswordField({ error, ...props }: PasswordInputProps) {
  const isInvalid = error !== undefined && error !== null && error !== false;
  return (
    <PasswordInput
      error={error}
      aria-invalid={isInvalid || undefined}
      visibilityToggleButtonProps={{ "aria-label": "Show or hide what you typed", tabIndex: 0, "aria-hidden": false }}
      {...props}
    />
  );
}
