import { usePasskeyOptionsMutation, usePasskeySignInMutation } from "#web/features/factors/factors.api.ts";
import { PasskeyButton } from "#web/features/factors/passkey-button.tsx";
import { storeSession } from "#web/platform/session.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { toast } from "#web/platform/toasts.ts";
import { signedIn } from "./auth.slice.ts";

/** Signs in without e-mail and password: the passkey says who it is. */
export function PasskeySignIn({ rememberMe }: { rememberMe: boolean }) {
  const [begin] = usePasskeyOptionsMutation();
  const [signIn] = usePasskeySignInMutation();
  const dispatch = useAppDispatch();
  return (
    <PasskeyButton
      label="Sign in with a passkey"
      variant="default"
      size="lg"
      fullWidth
      begin={async () => (await begin().unwrap()).data}
      send={async (assertion, { ticket }) => {
        const { data, jwtToken, message } = await signIn({ ticket, assertion, rememberMe }).unwrap();
        toast.success(message, { about: "sign-in" });
        dispatch(signedIn(data));
        storeSession(jwtToken);
      }}
    />
  );
}
