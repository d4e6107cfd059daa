import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** False on the server and while its markup is hydrated: what only a script can do or know follows afterwards. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
