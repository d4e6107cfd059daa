import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";

/** Options as the server sent them. */
export type PasskeyOptions = { challenge: string } & Record<string, unknown>;
export type PasskeyAnswer = Awaited<ReturnType<typeof startAuthentication>>;

const requestOf = (options: PasskeyOptions) => options as unknown as PublicKeyCredentialRequestOptionsJSON;

/** Whoever closes the browser's question, or lets it wait, decided against it. */
function isCancelled(thrown: unknown): boolean {
  return thrown instanceof Error && ["NotAllowedError", "AbortError"].includes(thrown.name);
}

/** Null if the person cancelled it, or has no passkey for this site here. */
export async function askForPasskey(options: PasskeyOptions): Promise<PasskeyAnswer | null> {
  try {
    return await startAuthentication({ optionsJSON: requestOf(options) });
  } catch (thrown) {
    if (isCancelled(thrown)) return null;
    throw thrown;
  }
}

/** Whether the browser offers passkeys where it fills in an e-mail. */
export const canFillPasskeys = browserSupportsWebAuthnAutofill;

/** Shows nothing until the person picks a passkey in the field. Null if that ended without one, for whatever reason. */
export async function awaitPickedPasskey(options: PasskeyOptions): Promise<PasskeyAnswer | null> {
  try {
    return await startAuthentication({ optionsJSON: requestOf(options), useBrowserAutofill: true });
  } catch {
    return null;
  }
}

/** Ends the question that is open, or that waits in a field. */
export const endCeremony = (): void => WebAuthnAbortService.cancelCeremony();

/** Null if the person cancelled it. @throws Error with the reason for the person */
export async function makePasskey(options: PasskeyOptions) {
  try {
    return await startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON });
  } catch (thrown) {
    if (isCancelled(thrown)) return null;
    if (thrown instanceof WebAuthnError && thrown.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") {
      throw new Error("This device holds a passkey of yours already. Use another device or a security key.");
    }
    throw thrown;
  }
}
