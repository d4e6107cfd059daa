import { Button, Group, Progress, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./documents.module.css";

/** How much of the file has left. At the end the server still reads and stores it, which has no measure. */
export function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  // Once: whoever has gone on to Cancel keeps the focus while the figure changes.
  useEffect(() => root.current?.focus({ preventScroll: true }), []);
  const percent = Math.round(share * 100);
  const words = percent < 100 ? `Uploading ${percent} %` : "Checking and storing the document";
  return (
    <div ref={root} tabIndex={-1} className={classes.progress}>
      <Group justify="space-between" mb={6}>
        <Text size="sm" className="ad-numbers">
          {words}
        </Text>
        <Button variant="subtle" size="compact-xs" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
      <Progress.Root size="md">
        <Progress.Section value={percent} aria-label="Upload" aria-valuetext={words} animated={percent === 100} />
      </Progress.Root>
    </div>
  );
}
