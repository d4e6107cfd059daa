import { Group, Skeleton, Stack, Text } from "@mantine/core";
import { QRCodeSVG } from "qrcode.react";
import { useEffect } from "react";
import { confirmTotpSchema } from "#contract/factors/factors.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { CodeField } from "./code-field.tsx";
import { useBeginTotpMutation, useConfirmTotpMutation } from "./factors.api.ts";
import classes from "./factors.module.css";

interface Props {
  /** Of a mailed link's session. */
  token?: string | undefined;
  /** With the recovery codes, if the member had none. */
  onDone: (codes: string[] | null) => void;
  onCancel: () => void;
}

/** Shows a new secret for an authenticator app and takes its first code. */
export function TotpSetUp({ token, onDone, onCancel }: Props) {
  const [begin, { data, error }] = useBeginTotpMutation();
  useEffect(() => void begin({ token }), [begin, token]);

  if (error !== undefined) return <ErrorState error={error} onRetry={() => void begin({ token })} />;
  if (data === undefined) return <Skeleton height={320} />;
  const { secret, uri } = data.data;
  return (
    <Stack gap="sm">
      <Text>Scan this with an authenticator app on your telephone, or type the secret into it.</Text>
      <div className={classes.qr}>
        <QRCodeSVG value={uri} size={176} title="QR code for your authenticator app" />
      </div>
      <Group gap={4} justify="center">
        <code className={classes.secret}>{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
        <CopyButton value={secret} what="secret" />
      </Group>
      <FirstCode token={token} onDone={onDone} onCancel={onCancel} />
    </Stack>
  );
}

function FirstCode({ token, onDone, onCancel }: Props & { token: string | undefined }) {
  const [confirm, { isLoading }] = useConfirmTotpMutation();
  const form = useContractForm(confirmTotpSchema, { code: "" });
  const submit = useContractSubmit(form, ({ code }) => confirm({ code, token }).unwrap(), {
    about: "factor",
    onDone: ({ data }) => onDone(data.codes),
  });
  return (
    <form
      onSubmit={(event) => {
        event.stopPropagation();
        void submit(event);
      }}
      noValidate
    >
      <CodeField description="The six digits that the app shows now." data-autofocus {...registerField(form, "code")} />
      <FormActions submit="Turn it on" loading={isLoading} onCancel={onCancel} />
    </form>
  );
}
