import { useEffect } from "react";
import { toApiError } from "#web/platform/api-error.ts";
import { throttle } from "#web/platform/throttle.ts";
import { announce } from "#web/ui/announcer.tsx";
import { useRenewClaimMutation } from "./claim-changes.api.ts";

const RENEW_MS = 30_000;
const SIGNS = ["pointerdown", "pointermove", "keydown"] as const;

/** Keeps a member's own claim active while they work on the order: at most every 30 s, only after a key or the pointer. */
export function useRenewal(orderId: number, isMine: boolean): void {
  const [renew] = useRenewClaimMutation();
  useEffect(() => {
    if (!isMine) return;
    const renewal = throttle(async () => {
      const { error } = await renew({ orderId });
      // The line then shows who has it. An outage has its own notice.
      if (error !== undefined && toApiError(error).refusal !== null) announce(toApiError(error).message);
    }, RENEW_MS);
    for (const sign of SIGNS) window.addEventListener(sign, renewal.call, { capture: true, passive: true });
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, renewal.call, { capture: true });
      renewal.cancel();
    };
  }, [orderId, isMine, renew]);
}
