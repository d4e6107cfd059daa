import { skipToken } from "@reduxjs/toolkit/query";
import { useState } from "react";
import { mailPollInterval } from "#web/features/mail/mail-poll.ts";
import { useConversationInfiniteQuery } from "./conversation.api.ts";

/**
 * The newest messages of an order and those asked for before them, polled while one is being sent. Not loaded, and
 * empty, while `isNeeded` is false.
 */
export function useThread(orderId: number, isNeeded: boolean) {
  const [pollingInterval, setPollingInterval] = useState(0);
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, fulfilledTimeStamp } =
    useConversationInfiniteQuery(isNeeded ? orderId : skipToken, { pollingInterval, skipPollingIfUnfocused: true });
  const entries = data?.pages.toReversed().flatMap((page) => page.data.entries) ?? [];
  const mails = entries.filter((entry) => entry.type === "mail");

  const underWay = mails.map(({ state, at }) => ({ state, create_ts: at }));
  const interval = mailPollInterval(underWay, fulfilledTimeStamp ?? 0);
  if (interval !== pollingInterval) setPollingInterval(interval);

  return {
    /** What members wrote, oldest first; other mails are in the e-mail history alone. */
    messages: mails.filter(({ kind }) => kind === "message"),
    answers: entries.filter((entry) => entry.type === "answer"),
    /** All messages since this instant are loaded; null if all of the order are. */
    knownSince: hasNextPage ? (entries[0]?.at ?? null) : null,
    isLoading: isNeeded && data === undefined && error === undefined,
    error,
    refetch,
    showEarlier: hasNextPage ? () => void fetchNextPage() : null,
    isLoadingEarlier: isFetchingNextPage,
    /** Where replies go: null for nowhere, undefined until it is known. */
    replyTo: data?.pages[0]?.data.reply_to,
    /** In which mails to the customer are written: null while nobody knows it, undefined until that is known. */
    language: data?.pages[0]?.data.language,
  };
}
export type ShownThread = ReturnType<typeof useThread>;
