import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconHandGrab, IconUserPlus } from "@tabler/icons-react";
import { useEffect } from "react";
import { toApiError } from "#web/platform/api-error.ts";
import { useCommands } from "#web/platform/commands.ts";
import { reported } from "#web/platform/reported.ts";
import { throttle } from "#web/platform/throttle.ts";
import { useCan } from "#web/platform/use-can.ts";
import { useSession } from "#web/platform/use-session.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";
import { announce } from "#web/ui/announcer.tsx";
import { useConfirm } from "#web/ui/confirm.tsx";
import { AssignOrder } from "./assign-order.tsx";
import { useClaimOrderMutation, useRenewClaimMutation, useReturnOrderMutation } from "./claim-changes.api.ts";
import classes from "./claim-line.module.css";
import { claimText } from "./claim-text.ts";
import { useClaimsQuery } from "./claims.api.ts";
import { useOrderPeople } from "./known-claims.ts";

/** Who has the order, and what the member can do about it. */
export function ClaimLine({ orderId }: { orderId: number }) {
  const me = useSession()?.user.id;
  // The live stream keeps what the first reading brought.
  useClaimsQuery(undefined, { refetchOnMountOrArgChange: false });
  const people = useOrderPeople(orderId);
  const claim = people?.claim;
  const isMine = claim !== undefined && claim.member.id === me;
  const [claimOrder, claiming] = useClaimOrderMutation();
  const [returnOrder, returning] = useReturnOrderMutation();
  const [isAssigning, assigning] = useDisclosure(false);
  const mayAssign = useCan("orders:assign");
  const confirm = useConfirm();
  const isBusy = claiming.isLoading || returning.isLoading;
  useRenewal(orderId, isMine);

  const send = (call: Promise<{ message: string }>) => reported(call, { sticky: true, about: `claim ${orderId}` });
  const take = async () => {
    if (claim?.is_active) {
      const title = `Take over order ${orderId}`;
      const text = `${claim.member.name} is working on it now.`;
      if (!(await confirm({ title, text, yes: "Take over", no: "Cancel", danger: false }))) return;
    }
    await send(claimOrder({ orderId, ...(claim && { takeOverFrom: claim.member.id }) }).unwrap());
  };
  const giveBack = () => send(returnOrder({ orderId }).unwrap());
  const change = () => {
    if (!isBusy) void (isMine ? giveBack() : take());
  };
  const label = isMine ? "Return" : claim === undefined ? "Claim" : "Take over";
  useShortcut("claim", () => (isMine ? announce(claimText(claim, me)) : change()));
  useCommands("This order", [
    {
      label: `${label} ${isMine || claim === undefined ? "the order" : `from ${claim.member.name}`}`,
      icon: IconHandGrab,
      run: change,
    },
    ...(mayAssign ? [{ label: "Assign the order", icon: IconUserPlus, run: assigning.open }] : []),
  ]);

  return (
    <>
      {people !== undefined && (
        <span className={classes.words}>
          {claim === undefined ? "Nobody has this order." : `${claimText(claim, me)}.`}
        </span>
      )}
      <Button variant="default" size="compact-sm" loading={isBusy} onClick={change}>
        {label}
      </Button>
      {mayAssign && (
        <>
          <Button variant="default" size="compact-sm" onClick={assigning.open}>
            Assign…
          </Button>
          <AssignOrder orderId={orderId} claim={claim} isOpen={isAssigning} onClose={assigning.close} />
        </>
      )}
    </>
  );
}

const RENEW_MS = 30_000;
const SIGNS = ["pointerdown", "pointermove", "keydown"] as const;

/** Keeps a member's own claim active while they work on the order: at most every 30 s, only after a key or the pointer. */
function useRenewal(orderId: number, isMine: boolean): void {
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
