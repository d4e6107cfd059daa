import type { ApiError } from "./api-error.ts";
import { readSession } from "./session.ts";

/** Asks the member to confirm their identity; resolves to false when they decline. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Registers the dialog while the console's frame is shown. @returns a function that unregisters it */
export function offerConfirmation(asker: Ask): () => void {
  ask = asker;
  return () => {
    if (ask === asker) ask = null;
  };
}

/** One question for all waiting calls. */
function confirmIdentity(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}

/**
 * Repeats a staff call that was refused before it had an effect: after the member has confirmed their identity, or when
 * another call replaced the token while this one was in flight.
 * @param attempt makes the call with this token
 * @param refusalOf the refusal in a result, if any
 */
export async function withProof<T>(
  attempt: (token: string | null) => Promise<T>,
  refusalOf: (result: T) => ApiError | null,
): Promise<T> {
  const token = readSession()?.accessToken ?? null;
  const result = await attempt(token);
  const error = refusalOf(result);
  const current = () => readSession()?.accessToken ?? null;
  const isReplaced = error?.httpStatus === 401 && token !== null && current() !== null && current() !== token;
  if (isReplaced) return await attempt(current());
  if (error?.refusal?.code !== "reauthentication_required" || !(await confirmIdentity())) return result;
  return await attempt(current());
}
