import { createContext, useContext } from "react";
import type { NavigateFunction } from "react-router";

interface ConsoleNavigation {
  pathname: string;
  navigate: NavigateFunction;
}

/**
 * The console's page and the way to another, for what is on every page. React Router's own hooks and links draw a
 * component again when only the query changes too, as by each page, sort and search of a list.
 */
export const ConsoleNavigationContext = createContext<ConsoleNavigation | null>(null);

/** @throws Error outside the console's frame */
export function useConsoleNavigation(): ConsoleNavigation {
  const navigation = useContext(ConsoleNavigationContext);
  if (navigation === null) throw new Error("not inside the console's frame");
  return navigation;
}
