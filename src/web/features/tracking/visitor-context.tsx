import { createContext, type Dispatch, type ReactNode, useContext, useMemo, useReducer } from "react";
import { INITIAL_VISITOR_STATE, type VisitorAction, type VisitorState, visitorReducer } from "./visitor-state.ts";

interface Visitor {
  state: VisitorState;
  dispatch: Dispatch<VisitorAction>;
}

const VisitorContext = createContext<Visitor | null>(null);

export function VisitorProvider({ children }: { children: ReactNode }) {
  const [state, dispatch] = useReducer(visitorReducer, INITIAL_VISITOR_STATE);
  const visitor = useMemo(() => ({ state, dispatch }), [state]);
  return <VisitorContext value={visitor}>{children}</VisitorContext>;
}

/** @throws Error outside of `VisitorProvider` */
export function useVisitor(): Visitor {
  const visitor = useContext(VisitorContext);
  if (visitor === null) throw new Error("useVisitor needs a VisitorProvider");
  return visitor;
}
