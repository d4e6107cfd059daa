import { Skeleton } from "@mantine/core";
import { useCan } from "#web/platform/use-can.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { useFirstSteps } from "./use-first-steps.ts";

const loadList = async () => (await import("./first-step-list.tsx")).FirstStepList;

/** What a new installation still lacks, for Admins, until it has everything or they put it away. */
export function FirstSteps() {
  const [state, setState] = useFirstSteps();
  if (!useCan("setup:view") || state === "away") return null;
  return <LoadedPart load={loadList} props={{ state, onState: setState }} skeleton={<Skeleton height={180} />} />;
}
