import { Skeleton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { offerConfirmation } from "#web/platform/confirm-identity.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";

const loadForm = async () => (await import("./confirm-form.tsx")).ConfirmForm;

/** The dialog for all calls that require a fresh identity. Closing it cancels the call. */
export function ConfirmIdentity() {
  const [isOpen, setOpen] = useState(false);
  const resolveRef = useRef<((isConfirmed: boolean) => void) | null>(null);

  useEffect(
    () =>
      offerConfirmation(() => {
        setOpen(true);
        return new Promise((resolve) => {
          resolveRef.current = resolve;
        });
      }),
    [],
  );
  useEffect(() => () => resolveRef.current?.(false), []);

  const answer = (isConfirmed: boolean) => {
    resolveRef.current?.(isConfirmed);
    resolveRef.current = null;
    setOpen(false);
  };
  return (
    <Dialog isOpen={isOpen} onClose={() => answer(false)} title="Please confirm it is you" size="sm">
      <LoadedPart
        load={loadForm}
        props={{ onDone: () => answer(true), onCancel: () => answer(false) }}
        skeleton={<Skeleton height={190} />}
      />
    </Dialog>
  );
}
