import { Skeleton, Stack } from "@mantine/core";

/** Placeholder lines for text while it loads; the last one is short. */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <Stack gap={10} aria-hidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never reordered
        <Skeleton key={line} height={12} radius={4} width={line === lines - 1 ? "60%" : "100%"} />
      ))}
    </Stack>
  );
}

/** Placeholder of a table: its head and some rows. */
export function RowsSkeleton({ rows, height }: { rows: number; height: number }) {
  return (
    <Stack gap="sm" aria-hidden>
      <Skeleton height={12} radius={4} />
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
}
