import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { errorMessage } from "#web/platform/api-error.ts";
import { type Command, useCommands } from "#web/platform/commands.ts";
import { toast } from "#web/platform/toasts.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";
import { announce } from "#web/ui/announcer.tsx";
import type { Neighbours } from "./use-neighbours.ts";

const END = { previous: "This is the first order of the list.", next: "This is the last order of the list." };

type Step = keyof typeof END;

/**
 * The orders before and after this one in the list that it was opened from. A step that is asked for before they are
 * known is taken when they are.
 */
export function NeighbourButtons({ previous, next, isLoading, error, open }: Neighbours) {
  const [waiting, setWaiting] = useState<Step | null>(null);
  const step = (to: Step) => {
    const id = { previous, next }[to];
    if (id !== null) open(id);
    else if (isLoading) setWaiting(to);
    else if (error) toast.error(errorMessage(error));
    else announce(END[to]);
  };
  const take = useEffectEvent(step);
  useEffect(() => {
    if (waiting === null || isLoading) return;
    setWaiting(null);
    take(waiting);
  }, [waiting, isLoading]);
  useShortcut("previousOrder", () => step("previous"));
  useShortcut("nextOrder", () => step("next"));
  const commands: Command[] = [];
  if (next !== null) commands.push({ label: "Next order", icon: IconChevronRight, run: () => open(next) });
  if (previous !== null) commands.push({ label: "Previous order", icon: IconChevronLeft, run: () => open(previous) });
  useCommands("This order", commands);
  // Not disabled at the ends of the list: a disabled button would lose the focus.
  return (
    <Button.Group>
      <Button
        variant="default"
        size="compact-xs"
        aria-label="Previous order"
        title="Previous order (k)"
        data-disabled={previous === null && !isLoading}
        aria-disabled={previous === null && !isLoading}
        onClick={() => step("previous")}
      >
        <IconChevronLeft size={16} aria-hidden />
      </Button>
      <Button
        variant="default"
        size="compact-xs"
        aria-label="Next order"
        title="Next order (j)"
        data-disabled={next === null && !isLoading}
        aria-disabled={next === null && !isLoading}
        onClick={() => step("next")}
      >
        <IconChevronRight size={16} aria-hidden />
      </Button>
    </Button.Group>
  );
}
