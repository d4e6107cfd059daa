import { useLocation, useNavigation } from "react-router";

/** True while another page is on its way: a change of this page's address would call that one off. */
export function useIsLeaving(): boolean {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  return next !== undefined && next.pathname !== pathname;
}
