import { Stack, Text, TextInput } from "@mantine/core";
import * as z from "zod";
import { addPasskeySchema } from "#contract/factors/passkeys.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import {
  useAcceptByPasskeyMutation,
  useAddPasskeyMutation,
  useBeginPasskeyMutation,
  useInvitationOptionsMutation,
} from "./factors.api.ts";
import { makePasskey } from "./passkey-ceremonies.ts";

const formSchema = z.object({ name: addPasskeySchema.shape.name });

interface Props {
  /** Of a mailed link's session. */
  token?: string | undefined;
  /** The token of an invitation, which is accepted with the passkey. */
  invitation?: string;
  /** With the recovery codes, if the member had none. */
  onDone: (codes: string[] | null) => void;
  onCancel: () => void;
}

/** Adds a passkey: a name, then the browser's own question. */
export function PasskeySetUp({ token, invitation, onDone, onCancel }: Props) {
  const [begin] = useBeginPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const [beginInvited] = useInvitationOptionsMutation();
  const [accept] = useAcceptByPasskeyMutation();
  const form = useContractForm(formSchema, { name: "" });
  const send = async ({ name }: { name: string }) => {
    const begun = invitation === undefined ? begin({ token }) : beginInvited(invitation);
    const { ticket, options } = (await begun.unwrap()).data;
    const registration = await makePasskey(options).catch((error: Error) => {
      form.setError("name", { message: error.message });
      return null;
    });
    if (registration === null) return null;
    const made = { ticket, registration, name };
    return await (invitation === undefined ? add({ token, ...made }) : accept({ token: invitation, ...made })).unwrap();
  };
  const submit = useContractSubmit(form, send, { about: "factor", onDone: ({ data }) => onDone(data.codes) });
  return (
    <form
      onSubmit={(event) => {
        event.stopPropagation();
        void submit(event);
      }}
      noValidate
    >
      <Stack gap="sm">
        <Text>
          Your device, or a security key, will ask for your fingerprint, face or PIN. A passkey works only at this
          address: a false page gets nothing.
        </Text>
        <TextInput
          label="Name"
          description="For example the device it is on: Office laptop."
          autoComplete="off"
          withAsterisk
          data-autofocus
          {...registerField(form, "name")}
        />
        <FormActions submit="Add the passkey" loading={form.formState.isSubmitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
