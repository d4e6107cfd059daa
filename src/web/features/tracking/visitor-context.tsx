import { createContext, type Dispatch, type ReactNode, useContext, useMemo, useReducer, useState } from "react";
import { useLocation } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import type { TrackArrival, VisitorPage } from "#contract/tracking/visitor-page.ts";
import { usePage } from "./page-context.tsx";
import { initialVisitorState, type VisitorAction, type VisitorState, visitorReducer } from "./visitor-state.ts";

interface Visitor {
  state: VisitorState;
  dispatch: Dispatch<VisitorAction>;
  /** The page that the server rendered, while it is shown; null after navigation. */
  first: VisitorPage | null;
}

const VisitorContext = createContext<Visitor | null>(null);

export function VisitorProvider({ children }: { children: ReactNode }) {
  const { page } = usePage();
  const [pathname] = useLocation();
  const [firstPath] = useState(pathname);
  const [isFirst, setIsFirst] = useState(true);
  if (isFirst && pathname !== firstPath) setIsFirst(false);
  const [state, dispatch] = useReducer(visitorReducer, page, initialVisitorState);
  const visitor = useMemo(() => ({ state, dispatch, first: isFirst ? page : null }), [state, isFirst, page]);
  return <VisitorContext value={visitor}>{children}</VisitorContext>;
}

/** @throws Error outside of `VisitorProvider` */
export function useVisitor(): Visitor {
  const visitor = useContext(VisitorContext);
  if (visitor === null) throw new Error("useVisitor needs a VisitorProvider");
  return visitor;
}

/** What the track form is shown with: from the server, or from the screen before it. */
export function useArrival(): TrackArrival {
  const passed = useHistoryState<TrackArrival | null>();
  return useVisitor().first ?? passed ?? {};
}
