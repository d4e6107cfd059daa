import * as z from "zod";
import type { OwnAccount } from "#contract/factors/factors.ts";
import { toApiError } from "#web/platform/api-error.ts";
import { canUsePasskeys } from "./can-use-passkeys.ts";

/**
 * Tell the browser what became of passkeys, so that it offers none that no longer opens anything. Browsers that don't know
 * the calls go on offering them; others may refuse, which concerns nobody.
 */

const rpId = () => window.location.hostname;

/** Of one that the server doesn't know. */
export async function forgetPasskey(credentialId: string): Promise<void> {
  await window.PublicKeyCredential?.signalUnknownCredential?.({ rpId: rpId(), credentialId }).catch(() => undefined);
}

const unknownSchema = z.object({ unknown_passkey: z.literal(true) });

/** Of the one that was sent, if that is why it was refused. */
export async function forgetIfUnknown(credentialId: string, thrown: unknown): Promise<void> {
  if (unknownSchema.safeParse(toApiError(thrown).refusal?.data).success) await forgetPasskey(credentialId);
}

/** Of all that the member has, also of those that were removed elsewhere. */
export async function keepPasskeys({ passkey_user_id: userId, passkeys }: OwnAccount): Promise<void> {
  if (userId === null || !canUsePasskeys()) return;
  const ofHere = passkeys.filter(({ other_host }) => other_host === null);
  const allAcceptedCredentialIds = ofHere.map(({ id }) => id);
  const accepted = { rpId: rpId(), userId, allAcceptedCredentialIds };
  await window.PublicKeyCredential?.signalAllAcceptedCredentials?.(accepted).catch(() => undefined);
}
