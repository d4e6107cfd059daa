import { useDocumentVisibility } from "@mantine/hooks";
import { useEffect, useEffectEvent, useReducer } from "react";
import {
  awaitPickedPasskey,
  canFillPasskeys,
  endCeremony,
  type PasskeyAnswer,
  type PasskeyOptions,
} from "#web/features/factors/passkey-ceremonies.ts";

/** The server's offer ends after five minutes; browsers ignore the time-out of a standing one. */
const RENEW_MS = 4 * 60_000;

interface Props<T> {
  /** While another way to sign in is under way. */
  isPaused: boolean;
  begin: () => Promise<{ options: PasskeyOptions } & T>;
  /** Sends what was picked; never rejects. */
  send: (answer: PasskeyAnswer, begun: T) => Promise<void>;
}

/**
 * Lets the browser offer passkeys in the field with `autocomplete="username webauthn"`. Only a page that is seen asks the
 * server for an offer. After a refusal it asks when something else happens, so that nothing can answer in a circle.
 */
export function usePasskeyAutofill<T extends object>({ isPaused, begin, send }: Props<T>): void {
  const isSeen = useDocumentVisibility() !== "hidden";
  const [round, renew] = useReducer((count: number) => count + 1, 0);
  const offer = useEffectEvent(async (isOver: () => boolean) => {
    try {
      if (!(await canFillPasskeys()) || isOver()) return;
      const begun = await begin();
      if (isOver()) return;
      const picked = await awaitPickedPasskey(begun.options);
      if (picked !== null && !isOver()) await send(picked, begun);
    } catch {
      // Nobody asked for it, so nobody is told that it failed.
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round takes a new offer
  useEffect(() => {
    if (isPaused || !isSeen) return;
    let isOver = false;
    void offer(() => isOver);
    const timer = setTimeout(renew, RENEW_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      endCeremony();
    };
  }, [isPaused, isSeen, round]);
}
