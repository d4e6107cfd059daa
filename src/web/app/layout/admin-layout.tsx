import { Drawer } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSelector } from "react-redux";
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { useUserInfoQuery } from "#web/features/auth/auth.api.ts";
import { ConfirmIdentity } from "#web/features/auth/confirm-identity.dialog.tsx";
import { StillThere } from "#web/features/auth/still-there.dialog.tsx";
import { useLive } from "#web/features/live/use-live.ts";
import { useFolderCountsQuery } from "#web/features/orders/list/data/order-rows.api.ts";
import { selectIsSidebarOpen, sidebarSet } from "#web/features/orders/order.slice.ts";
import { PATHS } from "#web/platform/paths.ts";
import { hasLeftByChoice } from "#web/platform/session.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { useSession } from "#web/platform/use-session.ts";
import { whenIdle } from "#web/platform/when-idle.ts";
import { selectIsLoading } from "../loading.ts";
import { preloadPages } from "../pages.ts";
import { type Overlay, Overlays } from "../palette/overlays.tsx";
import classes from "./admin-layout.module.css";
import { FrameNotices } from "./frame-notices.tsx";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";

/** The console's frame for members; others are sent to the sign-in, which returns to the requested page. */
export function AdminLayout() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (session === null) {
    return <Navigate to={PATHS.signIn} replace state={hasLeftByChoice() ? null : pathname + search + hash} />;
  }
  return <Frame userName={session.user.name} pathname={pathname} />;
}

/** The counts of the side panel, refetched whenever another page is opened. */
function useFreshCounts(pathname: string) {
  const { data, refetch } = useFolderCountsQuery();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    refetch();
  }, [pathname, refetch]);
  return data?.data;
}

function Frame({ userName, pathname }: { userName: string; pathname: string }) {
  const dispatch = useAppDispatch();
  const [overlay, setOverlay] = useState<Overlay>(null);
  const { key } = useLocation();
  const isSidebarOpen = useSelector(selectIsSidebarOpen);
  const counts = useFreshCounts(pathname);
  useLive(pathname);
  // Fills the `auth` area after a reload and ends a session that has expired on the server.
  const { data: member } = useUserInfoQuery();

  // biome-ignore lint/correctness/useExhaustiveDependencies: on a small screen, following a link closes the panel
  useEffect(() => {
    dispatch(sidebarSet(false));
  }, [dispatch, key]);

  useEffect(() => whenIdle(preloadPages), []);

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
          <Drawer.Body p="sm" className={classes.drawer}>
            <Drawer.CloseButton aria-label="Close menu" ml="auto" size="lg" />
            <Sidebar counts={counts} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <Main>
        <FrameNotices />
        <Outlet />
      </Main>
      <Overlays shown={overlay} onShow={setOverlay} />
      <ConfirmIdentity />
      <StillThere />
      <ScrollRestoration />
    </div>
  );
}

function Main({ children }: { children: ReactNode }) {
  const isLoadingPage = useNavigation().state === "loading";
  return (
    <main id="content" tabIndex={-1} className={classes.content} aria-busy={isLoadingPage}>
      {children}
    </main>
  );
}

/** A line under the top bar while calls or a screen are loading; the loading parts themselves inform assistive technology. */
function ProgressLine() {
  const isLoading = useSelector(selectIsLoading);
  const isLoadingPage = useNavigation().state === "loading";
  return isLoading || isLoadingPage ? <div className={classes.line} data-progress aria-hidden /> : null;
}
