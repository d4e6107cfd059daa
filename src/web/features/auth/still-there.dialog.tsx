import { Button, Group, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useSessionEndQuery } from "#web/features/sessions/sessions.api.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { useUserInfoQuery } from "./auth.api.ts";

/** How long before an idle session expires the dialog is shown. */
const WARNING_MS = 5 * 60_000;
/** Poll interval while it is shown: the question may have been answered in another tab. */
const LOOK_MS = 15_000;

/** Asks an idle member whether they are still there. */
export function StillThere() {
  const { data, refetch, fulfilledTimeStamp } = useSessionEndQuery();
  const { refetch: use } = useUserInfoQuery();
  const [isAsked, setAsked] = useState(false);
  const seconds = data?.data.idle_seconds_left ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same answer at a later time means another end
  useEffect(() => {
    if (seconds === null) return setAsked(false);
    const untilWarning = seconds * 1000 - WARNING_MS;
    setAsked(untilWarning <= 0);
    // Use in the meantime postpones the end: ask the server before asking the member.
    const timer = setTimeout(() => void refetch(), untilWarning > 0 ? untilWarning : LOOK_MS);
    return () => clearTimeout(timer);
  }, [seconds, fulfilledTimeStamp, refetch]);

  const stay = async () => {
    await use();
    await refetch();
  };
  const minutes = Math.max(1, Math.ceil((seconds ?? 0) / 60));
  return (
    <Dialog isOpen={isAsked} onClose={() => void stay()} title="Are you still there?" size="sm">
      <Text>
        {`You will be signed out in about ${minutes} ${minutes === 1 ? "minute" : "minutes"}, because nothing has been done here for a while. Anything you typed and did not save will be lost.`}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={() => void stay()}>
          Yes, I'm still here
        </Button>
      </Group>
    </Dialog>
  );
}
