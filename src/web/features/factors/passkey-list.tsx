import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import * as z from "zod";
import { type OwnPasskey, renamePasskeySchema } from "#contract/factors/passkeys.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { reported } from "#web/platform/reported.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { Instant } from "#web/ui/instant.tsx";
import { useDeletePasskeyMutation, useRenamePasskeyMutation } from "./factors.api.ts";
import classes from "./factors.module.css";

export function PasskeyList({ passkeys }: { passkeys: readonly OwnPasskey[] }) {
  const [renamed, setRenamed] = useState<OwnPasskey | null>(null);
  const close = () => setRenamed(null);
  return (
    <>
      {passkeys.length > 0 && (
        <ul className={classes.passkeys} aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRename={() => setRenamed(passkey)} />
          ))}
        </ul>
      )}
      <Dialog isOpen={renamed !== null} onClose={close} title="Rename the passkey" size="sm">
        {renamed !== null && <RenameForm passkey={renamed} onDone={close} />}
      </Dialog>
    </>
  );
}

function Row({ passkey, onRename }: { passkey: OwnPasskey; onRename: () => void }) {
  const { id, name, added_at, last_used_at, suspended, other_host } = passkey;
  const [remove, { isLoading }] = useDeletePasskeyMutation();
  const confirm = useConfirm();
  const removeIt = async () => {
    const text = "It no longer opens your sign-in. If your device goes on offering it, remove it there too.";
    if (!(await confirm({ title: `Remove the passkey ${name}`, text }))) return;
    await reported(remove({ id }).unwrap(), { tells401: false });
  };
  return (
    <li>
      <Stack gap={2} miw={0}>
        <strong translate="no">{name}</strong>
        <Text size="sm" c="dimmed">
          <span>Passkey, added</span> <Instant at={added_at} />
          {last_used_at !== null && (
            <>
              <span>, last used</span> <Instant at={last_used_at} />
            </>
          )}
        </Text>
        {suspended && <Text c="coral">It is suspended: there may be a copy of it. Remove it and add a new one.</Text>}
        {other_host !== null && <Text c="coral">{`It belongs to ${other_host} and does not work here.`}</Text>}
      </Stack>
      <Group gap="xs">
        <Button variant="default" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </Button>
        <Button
          variant="outline"
          color="coral"
          aria-label={`Remove ${name}`}
          loading={isLoading}
          onClick={() => void removeIt()}
        >
          Remove
        </Button>
      </Group>
    </li>
  );
}

const formSchema = z.object({ name: renamePasskeySchema.shape.name });

function RenameForm({ passkey: { id, name }, onDone }: { passkey: OwnPasskey; onDone: () => void }) {
  const [rename, { isLoading }] = useRenamePasskeyMutation();
  const form = useContractForm(formSchema, { name });
  const submit = useContractSubmit(form, (values) => rename({ id, ...values }).unwrap(), { onDone });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput label="Name" withAsterisk autoComplete="off" data-autofocus {...registerField(form, "name")} />
        <FormActions submit="Save" loading={isLoading} onCancel={onDone} />
      </Stack>
    </form>
  );
}
