import { Skeleton, Stack } from "@mantine/core";

/** Lines of the height of text while it loads; the last one is short. */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <Stack gap={10} aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are alike and never change places
        <Skeleton key={line} height={12} radius={4} width={line === lines - 1 ? "60%" : "100%"} />
      ))}
    </Stack>
  );
}
