import { useLocation, useNavigation } from "react-router";

/** True while navigation to another page is pending: changing this page's URL would cancel it. */
export function useIsLeaving(): boolean {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname !== pathname;
}
