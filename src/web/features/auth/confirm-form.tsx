import { Stack, Text } from "@mantine/core";
import { confirmIdentitySchema } from "#contract/factors/factors.ts";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { registerField, showFieldErrors, useContractForm } from "#web/platform/form.ts";
import { storeSession } from "#web/platform/session.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { useConfirmIdentityMutation, useUserInfoQuery } from "./auth.api.ts";

/** Asks for the member's password again. */
export function ConfirmForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [confirm, { isLoading }] = useConfirmIdentityMutation();
  const { data: member } = useUserInfoQuery();
  const form = useContractForm(confirmIdentitySchema, { password: "" });

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      storeSession((await confirm({ password }).unwrap()).jwtToken);
      onDone();
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!showFieldErrors(form, error)) form.setError("password", { message: errorMessage(error) });
      form.setFocus("password");
    }
  });

  return (
    <form
      onSubmit={(event) => {
        // The form whose call is waiting may be an ancestor in React's tree.
        event.stopPropagation();
        void submit(event);
      }}
      noValidate
    >
      <Stack gap="sm">
        <Text>You signed in a while ago. Please enter your password again to continue.</Text>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={member?.data.email ?? ""} readOnly hidden />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          {...registerField(form, "password")}
        />
        <FormActions submit="Confirm" loading={isLoading} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
