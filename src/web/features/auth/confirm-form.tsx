import { Anchor, Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod";
import { confirmIdentitySchema, type FactorMethod } from "#contract/factors/factors.ts";
import { canUsePasskeys } from "#web/features/factors/can-use-passkeys.ts";
import { CodeField, RecoveryCodeField } from "#web/features/factors/code-field.tsx";
import {
  useConfirmByPasskeyMutation,
  useConfirmIdentityMutation,
  useConfirmOptionsMutation,
  useOwnAccountQuery,
} from "#web/features/factors/factors.api.ts";
import { PasskeyButton } from "#web/features/factors/passkey-button.tsx";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { registerField, showFieldErrors, useContractForm } from "#web/platform/form.ts";
import { storeSession } from "#web/platform/session.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { useUserInfoQuery } from "./auth.api.ts";

/** The server says what is missing; an empty code is not sent. */
const formSchema = z.object({
  password: confirmIdentitySchema.shape.password,
  code: z.string(),
  recoveryCode: z.string(),
});

const CODE_METHODS: readonly FactorMethod[] = ["totp", "recovery_code"];

/** Asks for the member's password again, and for the second factor of whoever has one. */
export function ConfirmForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [confirm, { isLoading }] = useConfirmIdentityMutation();
  const [beginPasskey] = useConfirmOptionsMutation();
  const [confirmByPasskey] = useConfirmByPasskeyMutation();
  const { data: member } = useUserInfoQuery();
  const { data: account } = useOwnAccountQuery();
  const [isCodeAsked, setCodeAsked] = useState(false);
  // Of an account that could not be read, the server's refusal tells that a code is needed.
  const methods = account?.data.methods ?? (isCodeAsked ? CODE_METHODS : []);
  const isPasskeyOnly = account?.data.password_sign_in === false;
  const [isRecovery, setRecovery] = useState(false);
  const field = isRecovery || !methods.includes("totp") ? "recoveryCode" : "code";
  const form = useContractForm(formSchema, { password: "", code: "", recoveryCode: "" });

  const submit = form.handleSubmit(async (values) => {
    try {
      const { password } = values;
      const answer = { password, ...(methods.length > 0 && { [field]: values[field] }) };
      storeSession((await confirm(answer).unwrap()).jwtToken);
      onDone();
    } catch (thrown) {
      const error = toApiError(thrown);
      const refused = error.refusal?.errors?.[0]?.path;
      // The field is drawn before it is focused.
      if (refused === "code") flushSync(() => setCodeAsked(true));
      if (!showFieldErrors(form, error)) form.setError("password", { message: errorMessage(error) });
      form.setFocus(refused === "code" || refused === field ? refused : "password");
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
        <Text>
          {isPasskeyOnly
            ? "You signed in a while ago. Please use a passkey to continue."
            : "You signed in a while ago. Please enter your password again to continue."}
        </Text>
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={member?.data.email ?? ""} readOnly hidden />
        {methods.includes("passkey") && canUsePasskeys() && (
          <PasskeyButton
            label="Use a passkey"
            variant="default"
            begin={async () => (await beginPasskey().unwrap()).data}
            send={async (assertion, { ticket }) => {
              storeSession((await confirmByPasskey({ ticket, assertion }).unwrap()).jwtToken);
              onDone();
            }}
          />
        )}
        {isPasskeyOnly ? (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        ) : (
          <>
            <PasswordField
              label="Your password"
              autoComplete="current-password"
              data-autofocus
              {...registerField(form, "password")}
            />
            {methods.length > 0 &&
              (field === "code" ? (
                <CodeField {...registerField(form, "code")} />
              ) : (
                <RecoveryCodeField {...registerField(form, "recoveryCode")} />
              ))}
            {methods.includes("totp") && methods.includes("recovery_code") && (
              <Anchor component="button" type="button" size="sm" onClick={() => setRecovery(!isRecovery)}>
                <span>{field === "code" ? "Use a recovery code" : "Use the app's code"}</span>
              </Anchor>
            )}
            <FormActions submit="Confirm" loading={isLoading} onCancel={onCancel} />
          </>
        )}
      </Stack>
    </form>
  );
}
