import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";

/** Options as the server sent them. */
type Options = { challenge: string } & Record<string, unknown>;

/** Whoever closes the browser's question, or lets it wait, decided against it. */
function isCancelled(thrown: unknown): boolean {
  return thrown instanceof Error && ["NotAllowedError", "AbortError"].includes(thrown.name);
}

/** Null if the person cancelled it, or has no passkey for this site here. */
export async function askForPasskey(options: Options) {
  try {
    return await startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON });
  } catch (thrown) {
    if (isCancelled(thrown)) return null;
    throw thrown;
  }
}

/** Null if the person cancelled it. @throws Error with the reason for the person */
export async function makePasskey(options: Options) {
  try {
    return await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON });
  } catch (thrown) {
    if (isCancelled(thrown)) return null;
    if (thrown instanceof WebAuthnError && thrown.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") {
      throw new Error("This device holds a passkey of yours already.");
    }
    throw thrown;
  }
}
