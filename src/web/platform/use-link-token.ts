import { useEffect } from "react";
import { useLocation } from "react-router";

/**
 * Takes the token of a mailed link out of the URL's fragment, so that the browser's history does not keep it. The router
 * is not informed, so its location still holds the original URL.
 */
export function useLinkToken(): string | null {
  const location = useLocation();
  useEffect(() => {
    if (location.hash !== "") window.history.replaceState(window.history.state, "", location.pathname);
  }, [location]);
  return new URLSearchParams(location.hash.slice(1)).get("token");
}
