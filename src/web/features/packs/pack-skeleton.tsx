import { TextSkeleton } from "#web/ui/text-skeleton.tsx";

/** Shown while the script or the findings of a pack load. */
export function PackSkeleton() {
  return (
    <>
      <p className="ad-visually-hidden" role="status">
        Loading the pre-flight
      </p>
      <TextSkeleton lines={6} />
    </>
  );
}
