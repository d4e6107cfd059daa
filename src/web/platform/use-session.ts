import { useMemo, useSyncExternalStore } from "react";
import { onSessionChange, parseSession, type Session, storedSessionText } from "./session.ts";

/** The session of this browser, kept up to date, or null. */
export function useSession(): Session | null {
  const text = useSyncExternalStore(onSessionChange, storedSessionText);
  return useMemo(() => parseSession(text), [text]);
}
