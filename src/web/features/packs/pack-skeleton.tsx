import { Loading } from "#web/ui/loading.tsx";
import { TextSkeleton } from "#web/ui/text-skeleton.tsx";

/** Shown while the script or the findings of a pack load. */
export function PackSkeleton() {
  return (
    <Loading label="Loading the pre-flight">
      <TextSkeleton lines={6} />
    </Loading>
  );
}
