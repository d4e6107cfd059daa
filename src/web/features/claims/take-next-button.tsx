import { Button, type ButtonProps } from "@mantine/core";
import { IconPlayerTrackNext } from "@tabler/icons-react";
import { useLocation, useNavigate } from "react-router";
import { TAKE_NEXT_LISTS, type TakeNextList } from "#contract/claims/claims.ts";
import { type ListName, QUEUE } from "#contract/orders/queues.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { useCommands } from "#web/platform/commands.ts";
import { originQuery } from "#web/platform/order-origin.ts";
import { viewOrderHref } from "#web/platform/paths.ts";
import { toast } from "#web/platform/toasts.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";
import { announce } from "#web/ui/announcer.tsx";
import { useTakeNextMutation } from "./claims.api.ts";

/** The list, if its orders are handed out. */
export function takeNextList(list: ListName | undefined): TakeNextList | undefined {
  return TAKE_NEXT_LISTS.find((each) => each === list);
}

/** Hands out the next free order of a queue and opens it; its URL keeps the list. */
export function TakeNextButton({ list, ...look }: { list: TakeNextList } & Pick<ButtonProps, "size" | "variant">) {
  const [take, { isLoading }] = useTakeNextMutation();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const run = async () => {
    if (isLoading) return;
    const about = "take next";
    try {
      const { data, message } = await take({ orderName: list }).unwrap();
      if (data === null) {
        toast.info(message, { about });
        announce(message);
        return;
      }
      await navigate(viewOrderHref(data.order_id) + originQuery(list, search), { state });
    } catch (error) {
      toast.error(errorMessage(error), { about });
    }
  };
  useShortcut("takeNext", () => void run());
  useCommands(QUEUE[list].title, [{ label: "Take next", icon: IconPlayerTrackNext, run: () => void run() }]);
  return (
    <Button
      variant="default"
      {...look}
      title="Take next (t)"
      loading={isLoading}
      leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
      onClick={run}
    >
      Take next
    </Button>
  );
}
