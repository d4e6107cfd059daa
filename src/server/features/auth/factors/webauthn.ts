import type { VerifiedRegistrationResponse } from "@simplewebauthn/server";
import type { Assertion, Registration } from "#contract/factors/passkeys.ts";
import type { RelyingParty } from "#server/platform/relying-party.ts";

/** Loaded with the first passkey: 9 MB, and 160 ms to load. */
const webauthn = () => import("@simplewebauthn/server");

/** Ed25519, ES256 and RS256: what authenticators in use offer. */
const ALGORITHMS = [-8, -7, -257];

export interface KnownPasskey {
  id: string;
  publicKey: Buffer;
  transports: string[];
}

const descriptorOf = ({ id, transports }: KnownPasskey) => ({ id, transports });

export async function requestOptions({ rpId }: RelyingParty, challenge: string, allowed: readonly KnownPasskey[]) {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: Buffer.from(challenge, "base64url"),
    // The library's own default is "preferred".
    userVerification: "required",
    allowCredentials: allowed.map(descriptorOf),
  });
  return { ...options };
}

export async function creationOptions(
  { rpId }: RelyingParty,
  challenge: string,
  member: { rpName: string; email: string; name: string; userId: Buffer; existing: readonly KnownPasskey[] },
) {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: member.rpName,
    rpID: rpId,
    // Never the e-mail, which may change and belongs to a person.
    userID: new Uint8Array(member.userId),
    userName: member.email,
    userDisplayName: member.name,
    challenge: Buffer.from(challenge, "base64url"),
    attestationType: "none",
    excludeCredentials: member.existing.map(descriptorOf),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
    extensions: { credProps: true },
  });
  return { ...options };
}

/** Whether another site's frame asked for it. The library lets that pass when the browser names no top origin. */
function isCrossOrigin(clientDataJson: string): boolean {
  const data: unknown = JSON.parse(Buffer.from(clientDataJson, "base64url").toString());
  if (typeof data !== "object" || data === null) return true;
  return ("crossOrigin" in data && data.crossOrigin !== false) || "topOrigin" in data;
}

/** The counter of a right answer; null for a wrong one. Whether the counter may be so is the caller's to judge. */
export async function counterOfAssertion(
  { rpId, origin }: RelyingParty,
  challenge: string,
  passkey: KnownPasskey,
  assertion: Assertion,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { userHandle, ...response } = assertion.response;
  try {
    if (isCrossOrigin(response.clientDataJSON)) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...response, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The library throws on a counter that went back, before it looks at the signature.
      credential: { id: passkey.id, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws plain errors for each wrong field.
    return null;
  }
}

/** What the authenticator says of the new passkey; null for a wrong answer. */
export async function verifiedRegistration(
  { rpId, origin }: RelyingParty,
  challenge: string,
  { response, ...registration }: Registration,
): Promise<VerifiedRegistrationResponse["registrationInfo"] | null> {
  const { verifyRegistrationResponse } = await webauthn();
  try {
    if (isCrossOrigin(response.clientDataJSON)) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...registration,
        response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo ?? null;
  } catch {
    return null;
  }
}
