import { Button, Group, Progress, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./documents.module.css";

/** The share of the file that was sent. Afterwards the server still inspects and stores it, which can't be measured. */
export function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  // Only once: a focus that moved on to Cancel must stay while the percentage changes.
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
