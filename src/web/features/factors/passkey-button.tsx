import { Button, type ButtonProps, Text } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";
import { errorMessage } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { askForPasskey } from "./passkey-ceremonies.ts";

type Assertion = NonNullable<Awaited<ReturnType<typeof askForPasskey>>>;
type Options = Parameters<typeof askForPasskey>[0];

interface Props<T> extends Pick<ButtonProps, "size" | "variant" | "fullWidth"> {
  label: string;
  /** Asks the server what the passkey has to sign. */
  begin: () => Promise<{ options: Options } & T>;
  send: (assertion: Assertion, begun: T) => Promise<void>;
}

/** Asks the browser for a passkey and sends what it answers. */
export function PasskeyButton<T extends object>({ label, begin, send, ...button }: Props<T>) {
  const [isBusy, setBusy] = useState(false);
  const [isCancelled, setCancelled] = useState(false);

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
