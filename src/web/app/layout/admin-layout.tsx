import { Drawer } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useDispatch, useSelector } from "react-redux";
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useUserInfoQuery } from "#web/features/auth/auth.api.ts";
import { useLive } from "#web/features/live/use-live.ts";
import { useFolderCountsQuery } from "#web/features/orders/list/order-rows.api.ts";
import { selectIsSidebarOpen, sidebarSet } from "#web/features/orders/order.slice.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useSession } from "#web/platform/use-session.ts";
import { preloadQueues } from "../pages.ts";
import { type Overlay, Overlays } from "../palette/overlays.tsx";
import classes from "./admin-layout.module.css";
import { FrameNotices } from "./frame-notices.tsx";
import { ProgressLine } from "./progress-line.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

/** The console's frame for members; everybody else is at the sign-in. */
export function AdminLayout() {
  const session = useSession();
  if (session === null) return <Navigate to={PATHS.signIn} replace />;
  return <Frame userName={session.user.name} />;
}

/** The counts of the side panel, fetched again whenever another page is opened (specification section 2). */
function useFreshCounts() {
  const { pathname } = useLocation();
  const { data, refetch } = useFolderCountsQuery();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    refetch();
  }, [pathname, refetch]);
  return data?.data;
}

function Frame({ userName }: { userName: string }) {
  const dispatch = useDispatch();
  const [overlay, setOverlay] = useState<Overlay>(null);
  const isSidebarOpen = useSelector(selectIsSidebarOpen);
  const counts = useFreshCounts();
  useLive();
  // The server's word on who this is: it fills the `auth` area after a reload and ends a session that is over.
  const { data: member } = useUserInfoQuery();
  const isLoadingPage = useNavigation().state === "loading";
  const { pathname } = useLocation();

  // biome-ignore lint/correctness/useExhaustiveDependencies: on a small screen, arriving on a page puts the panel away
  useEffect(() => {
    dispatch(sidebarSet(false));
  }, [dispatch, pathname]);

  useEffect(preloadQueues, []);

  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <TopBar userName={member?.data.name ?? userName} onOverlay={setOverlay} />
      <ProgressLine />
      <aside className={classes.sidebar}>
        <Sidebar counts={counts} />
      </aside>
      <Drawer.Root
        opened={isSidebarOpen}
        onClose={() => dispatch(sidebarSet(false))}
        size={280}
        transitionProps={{ duration: 120 }}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menu">
          <Drawer.Body p="sm">
            <Drawer.CloseButton aria-label="Close menu" ml="auto" size="lg" />
            <Sidebar counts={counts} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <main id="content" tabIndex={-1} className={classes.content} aria-busy={isLoadingPage}>
        <FrameNotices />
        <Outlet />
      </main>
      <Overlays shown={overlay} onShow={setOverlay} />
      <ScrollRestoration />
    </div>
  );
}
