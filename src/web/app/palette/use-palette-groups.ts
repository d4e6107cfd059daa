import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import {
  IconBookmark,
  IconHelp,
  IconListCheck,
  IconLogout,
  IconMoon,
  IconPackage,
  IconRefresh,
  IconSearch,
  IconSun,
} from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { parseOrderId } from "#contract/orders/order-id.ts";
import type { OrderRow } from "#contract/orders/orders.ts";
import { type ListName, QUEUE } from "#contract/orders/queues.ts";
import { useLogout } from "#web/features/auth/use-logout.ts";
import { useOrderViewsQuery } from "#web/features/order-views/order-views.api.ts";
import { isNamed } from "#web/features/order-views/view-state.ts";
import { isSearch } from "#web/features/orders/list/data/order-window.ts";
import { ORDER_LISTS } from "#web/features/orders/list/lists.ts";
import { useOpenView } from "#web/features/orders/list/use-open-view.ts";
import { useFirstStepsState } from "#web/features/setup/use-first-steps-state.ts";
import { api } from "#web/platform/api.ts";
import { useOfferedCommands } from "#web/platform/commands.ts";
import type { ListState } from "#web/platform/list-url.ts";
import { LIST_PATHS, PATHS, viewOrderHref } from "#web/platform/paths.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { useCan } from "#web/platform/use-can.ts";
import { useSession } from "#web/platform/use-session.ts";
import { announce } from "#web/ui/announcer.tsx";
import { shownPages } from "../navigation.ts";
import { narrowed, type PaletteEntry, type PaletteGroup } from "./palette-entry.ts";

/** Everything the palette offers for the typed text, in groups; the orders found are passed in `found`. */
export function usePaletteGroups(text: string, found: readonly OrderRow[], onHelp: () => void): PaletteGroup[] {
  const typed = text.trim();
  const page = useOfferedCommands().map(({ title, commands }) => ({
    title,
    entries: commands.map((command): PaletteEntry => ({ id: `${title} ${command.label}`, ...command })),
  }));
  const pages = usePages();
  const views = useViews();
  // Typing "completed" on an order far more often means opening that queue than moving the order.
  const groups = typed === "" ? [...page, views, pages] : [views, pages, ...page];
  const known = [...groups, useActions(onHelp)].flatMap((group) => narrowed(group, typed) ?? []);
  const orders = useOrders(typed, found);
  const searches = useSearches(typed);
  return [...orders.slice(0, 1), ...known, ...orders.slice(1), ...searches];
}

function usePages(): PaletteGroup {
  const navigate = useNavigate();
  const role = useSession()?.user.type;
  const entries = shownPages(role).map(({ label, href, icon }) => ({
    id: href,
    label,
    icon,
    run: () => void navigate(href),
  }));
  return { title: "Pages", entries };
}

function useViews(): PaletteGroup {
  const open = useOpenView();
  const { data } = useOrderViewsQuery();
  const entries = (data?.data ?? []).filter(isNamed).map((view) => ({
    id: `view ${view.id}`,
    label: `${view.name} · ${QUEUE[view.list].title}`,
    icon: IconBookmark,
    run: () => open(view),
  }));
  return { title: "Views", entries };
}

function useActions(onHelp: () => void): PaletteGroup {
  const { setColorScheme } = useMantineColorScheme();
  const next = useComputedColorScheme("light") === "dark" ? "light" : "dark";
  const dispatch = useAppDispatch();
  const logout = useLogout();
  const navigate = useNavigate();
  const [, setFirstSteps] = useFirstStepsState();
  const showFirstSteps = () => {
    setFirstSteps("open");
    void navigate(PATHS.admin);
  };
  const firstSteps = {
    id: "first-steps",
    label: "Getting started: the first steps",
    icon: IconListCheck,
    run: showFirstSteps,
  };
  const refresh = () => {
    dispatch(api.util.invalidateTags(["OrderList", "OrderDetails", "FolderCounts"]));
    announce("Refreshing");
  };
  return {
    title: "Actions",
    entries: [
      {
        id: "theme",
        label: `Use the ${next} theme`,
        icon: next === "dark" ? IconMoon : IconSun,
        run: () => setColorScheme(next),
      },
      { id: "refresh", label: "Refresh orders and counts", icon: IconRefresh, run: refresh },
      { id: "help", label: "Help and keyboard shortcuts", icon: IconHelp, run: onHelp },
      ...(useCan("setup:view") ? [firstSteps] : []),
      { id: "logout", label: "Logout", icon: IconLogout, run: () => void logout() },
    ],
  };
}

/** The order that the text names, always first and in a group of its own; then the orders found. */
function useOrders(typed: string, found: readonly OrderRow[]): PaletteGroup[] {
  const navigate = useNavigate();
  const entry = (id: number, label: string, row?: OrderRow): PaletteEntry => ({
    id: `order ${id}`,
    label,
    icon: IconPackage,
    row,
    run: () => void navigate(viewOrderHref(id)),
  });
  const named = parseOrderId(typed);
  const first =
    named === null
      ? []
      : [
          entry(
            named,
            `Open order ${named}`,
            found.find((row) => row.order_id === named),
          ),
        ];
  const others = found.filter((row) => row.order_id !== named);
  return [
    { title: "Order", entries: first },
    { title: "Orders found", entries: others.map((row) => entry(row.order_id, `Order ${row.order_id}`, row)) },
  ];
}

/** Links that continue the search in a list: all lists for roles without Order History. */
function useSearches(typed: string): PaletteGroup[] {
  const navigate = useNavigate();
  const hasHistory = useCan("orders:history");
  if (!isSearch(typed)) return [];
  const lists: readonly ListName[] = hasHistory
    ? ["allOrder", "deletedOrder"]
    : ORDER_LISTS.filter((list) => list !== "allOrder");
  const entries = lists.map((list) => ({
    id: `search ${list}`,
    label: `Search ${QUEUE[list].title} for “${typed}”`,
    icon: IconSearch,
    run: () => void navigate(LIST_PATHS[list], { state: { search: typed } satisfies ListState }),
  }));
  return [{ title: "Search", entries }];
}
