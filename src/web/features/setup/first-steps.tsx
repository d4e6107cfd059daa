import { Skeleton } from "@mantine/core";
import { useCan } from "#web/platform/use-can.ts";
import { useSession } from "#web/platform/use-session.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { firstStepsKey } from "./first-steps-key.ts";

const loadList = async () => (await import("./first-step-list.tsx")).FirstStepList;

/** What a new installation still lacks, for Admins, until it has everything or they put it away. */
export function FirstSteps() {
  const isAway = localStorage.getItem(firstStepsKey(useSession()?.user.id)) === "away";
  if (!useCan("setup:view")) return null;
  return <LoadedPart load={loadList} props={{}} skeleton={isAway ? null : <Skeleton height={180} />} />;
}
