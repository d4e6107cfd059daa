import { useState } from "react";
import { mailPollInterval } from "#web/features/mail/mail-poll.ts";
import { useConversationInfiniteQuery } from "./conversation.api.ts";

/** The newest messages of an order and those asked for before them, polled while a mail is being sent. */
export function useThread(orderId: number) {
  const [pollingInterval, setPollingInterval] = useState(0);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, fulfilledTimeStamp } =
    useConversationInfiniteQuery(orderId, { pollingInterval, skipPollingIfUnfocused: true });
  const entries = data?.pages.toReversed().flatMap((page) => page.data.entries);
  const mails = entries?.filter((entry) => entry.type === "mail") ?? [];

  const underWay = mails.map(({ state, at }) => ({ state, create_ts: at }));
  const interval = mailPollInterval(underWay, fulfilledTimeStamp ?? 0);
  if (interval !== pollingInterval) setPollingInterval(interval);

  return {
    /** Oldest first; undefined until they are loaded. */
    entries,
    mails,
    error,
    refetch,
    showEarlier: hasNextPage ? () => void fetchNextPage() : null,
    isLoadingEarlier: isFetchingNextPage,
    /** Where answers arrive: null for nowhere, undefined until it is known. */
    replyTo: data?.pages[0]?.data.reply_to,
  };
}
export type ShownThread = ReturnType<typeof useThread>;
