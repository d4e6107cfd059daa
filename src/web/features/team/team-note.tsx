import { Alert } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** Explains why something is read-only. */
export function TeamNote({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Alert color="gray" role="note" icon={<IconLock size={20} aria-hidden />}>
      <div>{text}</div>
      {children}
    </Alert>
  );
}
