import { Button, type ButtonProps, Text } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";
import { errorMessage } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { askForPasskey, type PasskeyAnswer, type PasskeyOptions } from "./passkey-ceremonies.ts";

interface Props<T> extends Pick<ButtonProps, "size" | "variant" | "fullWidth"> {
  label: string;
  /** Asks the server what the passkey has to sign. */
  begin: () => Promise<{ options: PasskeyOptions } & T>;
  send: (assertion: PasskeyAnswer, begun: T) => Promise<void>;
  onBusy?: (isBusy: boolean) => void;
}

/** Asks the browser for a passkey and sends what it answers. */
export function PasskeyButton<T extends object>({ label, begin, send, onBusy, ...button }: Props<T>) {
  const [isBusy, showBusy] = useState(false);
  const [isCancelled, setCancelled] = useState(false);

  const setBusy = (isNow: boolean) => {
    showBusy(isNow);
    onBusy?.(isNow);
  };
  const ask = async () => {
    setBusy(true);
    setCancelled(false);
    try {
      const begun = await begin();
      const assertion = await askForPasskey(begun.options);
      if (assertion === null) setCancelled(true);
      else await send(assertion, begun);
    } catch (thrown) {
      toast.error(errorMessage(thrown), { about: "sign-in" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        {...button}
        loading={isBusy}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => void ask()}
      >
        {label}
      </Button>
      <div role="status">
        {isCancelled && <Text size="sm">Nothing was used. Try again, or sign in another way.</Text>}
      </div>
    </>
  );
}
