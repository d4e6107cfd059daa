import { useLocalStorage } from "@mantine/hooks";
import { useSession } from "#web/platform/use-session.ts";

/** `auto` until everything is there; `open` when the member called for them. */
const STATES = ["auto", "open", "away"] as const;
type FirstStepsState = (typeof STATES)[number];

/** Whether this browser shows this member the first steps, and its change. */
export function useFirstStepsState(): [FirstStepsState, (state: FirstStepsState) => void] {
  const [state, setState] = useLocalStorage<FirstStepsState>({
    key: `first-steps:${useSession()?.user.id}`,
    defaultValue: "auto",
    getInitialValueInEffect: false,
    serialize: String,
    deserialize: (text) => STATES.find((state) => state === text) ?? "auto",
  });
  return [state, setState];
}
