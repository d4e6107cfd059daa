import { liveEvents } from "#contract/live/live.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { QUEUE } from "#contract/orders/queues.ts";
import type { ApiError } from "#web/platform/api-error.ts";
import { isOutage, isReady, outageSeen, selectIsDown } from "#web/platform/connection.ts";
import { endRefusedSession } from "#web/platform/refused-session.ts";
import type { PlatformState } from "#web/platform/store-hooks.ts";
import { throttle } from "#web/platform/throttle.ts";
import { toast } from "#web/platform/toasts.ts";
import { announce } from "#web/ui/announcer.tsx";
import { presenceUnknown } from "./live.slice.ts";
import { keepLiveConnection } from "./live-connection.ts";
import type { LiveEvent } from "./live-stream.ts";
import { createLiveUpdates, type LiveStore } from "./live-updates.ts";

interface AppStore extends LiveStore {
  getState(): PlatformState;
  subscribe(listener: () => void): () => void;
}

/** What the page shows, as far as the stream is concerned. */
export interface ShownPage {
  /** The order of the detail screen, or null. */
  orderId: number | null;
  /** The queue on the screen, or null. */
  list: ListName | null;
}

const TOO_MANY = 429;
/** Minimum interval between announcements of changes to the shown list. */
const WORDS_MS = 10_000;

/**
 * The live stream of this tab: open while the tab is visible, for the page it shows. When the page changes, the old
 * stream stays open until the new one is, so that no event is missed in between.
 */
export function startLiveSession({ store, token, memberId }: { store: AppStore; token: string; memberId: number }) {
  const updates = createLiveUpdates(store);
  let page: ShownPage | null = null;
  let open: AbortController | null = null;
  let opening: AbortController | null = null;
  let isTooManyReported = false;

  let changedHere = new Set<number>();
  const words = throttle(() => {
    const count = changedHere.size;
    changedHere = new Set();
    if (page?.list == null || count === 0) return;
    announce(`${count === 1 ? "1 order" : `${count} orders`} changed in ${QUEUE[page.list].title}.`);
  }, WORDS_MS);

  function hear(event: LiveEvent): void {
    const lists = updates.hear(event);
    if (event.name !== "order" || event.data.who?.id === memberId) return;
    if (page?.list == null || !lists.has(page.list)) return;
    changedHere.add(event.data.order_id);
    words.call();
  }

  async function lost(error: ApiError, signal: AbortSignal): Promise<void> {
    store.dispatch(presenceUnknown());
    endRefusedSession(liveEvents, token, error);
    if (error.httpStatus === TOO_MANY && !isTooManyReported) {
      isTooManyReported = true;
      toast.error(error.message, { id: "too-many-streams" });
    }
    // If only the stream fails, for example in a proxy, it is no outage.
    if (isOutage(error) && !selectIsDown(store.getState()) && !(await isReady(signal)) && !signal.aborted) {
      store.dispatch(outageSeen());
    }
    await outageOver(store, signal);
  }

  function connect(isReturn: boolean): void {
    opening?.abort();
    const mine = new AbortController();
    const isFirst = open === null && !isReturn;
    let isReturned = isReturn;
    opening = mine;
    void keepLiveConnection(
      {
        token,
        orderId: page?.orderId ?? null,
        isFirst,
        onEvent: hear,
        onOpen: (isAgain) => {
          if (open !== mine) open?.abort();
          open = mine;
          if (opening === mine) opening = null;
          if (isReturned) updates.showPresent();
          else if (isAgain) updates.catchUp();
          isReturned = false;
          if (isFirst) updates.readClaims();
        },
        onLost: lost,
      },
      mine.signal,
    );
  }

  function disconnect(): void {
    for (const each of [open, opening]) each?.abort();
    open = null;
    opening = null;
    store.dispatch(presenceUnknown());
  }

  const onVisibility = () => {
    if (document.visibilityState === "hidden") disconnect();
    else if (open === null && opening === null) connect(true);
  };
  document.addEventListener("visibilitychange", onVisibility);

  return {
    show(next: ShownPage): void {
      const isSameStream = page !== null && page.orderId === next.orderId;
      page = next;
      if (!isSameStream && document.visibilityState !== "hidden") connect(false);
    },
    end(): void {
      document.removeEventListener("visibilitychange", onVisibility);
      updates.cancel();
      words.cancel();
      disconnect();
    },
  };
}

/** Resolves when the server is reachable, as far as this page knows. */
function outageOver(store: AppStore, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!signal.aborted && selectIsDown(store.getState())) return;
      unsubscribe();
      signal.removeEventListener("abort", look);
      resolve();
    };
    const unsubscribe = store.subscribe(look);
    signal.addEventListener("abort", look);
    look();
  });
}
