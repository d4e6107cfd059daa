import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { useShortcut } from "#web/platform/use-shortcut.ts";
import { announce } from "#web/ui/announcer.tsx";

/** Refetches the list and the counts; keeps page, size, sort and search (decision record 0044). */
export function RefreshButton({ onRefresh }: { onRefresh: () => PromiseLike<unknown> }) {
  const [isBusy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await onRefresh();
    setBusy(false);
    announce("Refreshed");
  };
  useShortcut("refresh", () => {
    if (!isBusy) void refresh();
  });
  return (
    <Button variant="default" loading={isBusy} leftSection={<IconRefresh size={16} aria-hidden />} onClick={refresh}>
      Refresh
    </Button>
  );
}
