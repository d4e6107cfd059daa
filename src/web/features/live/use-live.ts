import { useEffect, useRef } from "react";
import { matchPath } from "react-router";
import { decodeOrderId } from "#contract/orders/order-id.ts";
import { LIST_NAMES } from "#contract/orders/queues.ts";
import { LIST_PATHS, PATHS } from "#web/platform/paths.ts";
import { useAppStore } from "#web/platform/store-hooks.ts";
import { useSession } from "#web/platform/use-session.ts";
import { startLiveSession } from "./live-session.ts";

function listAt(pathname: string) {
  const path = pathname.replace(/\/$/, "");
  if (path === PATHS.admin) return "newOrder";
  return LIST_NAMES.find((name) => LIST_PATHS[name] === path) ?? null;
}

/** Keeps the console up to date with other people's changes; mounted once, in the frame. */
export function useLive(pathname: string): void {
  const store = useAppStore();
  const session = useSession();
  const token = session?.accessToken;
  const memberId = session?.user.id;
  const orderId = decodeOrderId(matchPath(PATHS.viewOrder, pathname)?.params.orderId ?? "");
  const list = listAt(pathname);
  const live = useRef<ReturnType<typeof startLiveSession>>(null);

  useEffect(() => {
    if (token === undefined || memberId === undefined) return;
    const started = startLiveSession({ store, token, memberId });
    live.current = started;
    return () => started.end();
  }, [store, token, memberId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another token opens another stream, which needs the page too
  useEffect(() => {
    live.current?.show({ orderId, list });
  }, [orderId, list, token]);
}
