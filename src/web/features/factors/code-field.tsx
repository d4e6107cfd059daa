import { TextInput, type TextInputProps } from "@mantine/core";

/** Takes a code of an authenticator app; password managers fill it in. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      label="Code from your authenticator app"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      {...props}
    />
  );
}

export function RecoveryCodeField(props: TextInputProps) {
  return (
    <TextInput
      label="Recovery code"
      description="One of the ten that you kept, for example 3-7KQ4M-2P9XT. Each works once."
      autoComplete="off"
      spellCheck={false}
      {...props}
    />
  );
}
