import { Button, Group, Radio } from "@mantine/core";
import { useState } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { MAIL_PROVIDERS } from "#contract/mail/mail-providers.ts";
import { pageConfig } from "#web/platform/page-config.ts";

interface ProviderChoiceProps<I extends FieldValues, O> {
  control: Control<I, unknown, O>;
  name: FieldPath<I>;
}

const NO_PROVIDER = "Neither is configured: the mail is written to a file.";

/** The provider that is tried first (decision record 0044); the choice is behind a button, because it is seldom made. */
export function ProviderChoice<I extends FieldValues, O>({ control, name }: ProviderChoiceProps<I, O>) {
  const { field, fieldState } = useController({ control, name });
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && fieldState.error === undefined) {
    return (
      <Group gap="xs">
        <span>
          {"Mail provider: "}
          <strong translate="no">{field.value}</strong>
        </span>
        <Button variant="subtle" size="compact-xs" aria-label="Change the mail provider" onClick={() => setOpen(true)}>
          Change
        </Button>
      </Group>
    );
  }
  return (
    <Radio.Group
      label="Mail provider"
      description={pageConfig().mailIsWrittenToFiles ? NO_PROVIDER : undefined}
      name={field.name}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
    >
      <Group gap="lg" mt={6}>
        {MAIL_PROVIDERS.map((provider, index) => (
          <Radio
            key={provider}
            value={provider}
            label={provider}
            data-autofocus={provider === field.value}
            {...(index === 0 && { ref: field.ref })}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}
