import { useState } from "react";
import { usePasskeyOptionsMutation, usePasskeySignInMutation } from "#web/features/factors/factors.api.ts";
import { PasskeyButton } from "#web/features/factors/passkey-button.tsx";
import type { PasskeyAnswer } from "#web/features/factors/passkey-ceremonies.ts";
import { forgetIfUnknown } from "#web/features/factors/passkey-signals.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { storeSession } from "#web/platform/session.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { toast } from "#web/platform/toasts.ts";
import { signedIn } from "./auth.slice.ts";
import { usePasskeyAutofill } from "./use-passkey-autofill.ts";

interface Props {
  rememberMe: boolean;
  /** Whether the form beside it is being sent. */
  isSubmitting: boolean;
}

/** Signs in without e-mail and password: the passkey says who it is. The browser also offers it in the field Email ID. */
export function PasskeySignIn({ rememberMe, isSubmitting }: Props) {
  const [requestOffer] = usePasskeyOptionsMutation();
  const [signIn] = usePasskeySignInMutation();
  const dispatch = useAppDispatch();
  const [isBusy, setBusy] = useState(false);
  const begin = async () => (await requestOffer().unwrap()).data;
  const send = async (assertion: PasskeyAnswer, { ticket }: { ticket: string }) => {
    const { data, jwtToken, message } = await signIn({ ticket, assertion, rememberMe })
      .unwrap()
      .catch((thrown: unknown) => {
        void forgetIfUnknown(assertion.id, thrown);
        throw thrown;
      });
    toast.success(message, { about: "sign-in" });
    dispatch(signedIn(data));
    storeSession(jwtToken);
  };
  const sendPicked = async (...picked: Parameters<typeof send>) => {
    try {
      await send(...picked);
    } catch (thrown) {
      toast.error(errorMessage(thrown), { about: "sign-in" });
    }
  };
  usePasskeyAutofill({ isPaused: isBusy || isSubmitting, begin, send: sendPicked });
  return (
    <PasskeyButton
      label="Sign in with a passkey"
      variant="default"
      size="lg"
      fullWidth
      begin={begin}
      send={send}
      onBusy={setBusy}
    />
  );
}
