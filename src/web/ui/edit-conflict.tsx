import { Alert, Button, Group } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  title: string;
  /** What has changed. */
  children: ReactNode;
  /** The label of the button that takes it. */
  take: string;
  onTake: () => void;
  /** The label of the button that keeps what was typed. */
  keep: string;
  /** Null when it can't be kept. */
  onKeep: (() => void) | null;
}

/** Shown in a form whose values someone else has changed since it was opened: the changes, and the choice between the two. */
export function EditConflict({ title, children, take, onTake, keep, onKeep }: Props) {
  return (
    <Alert color="saffron" role="alert" title={title}>
      {children}
      <Group gap="xs" mt="sm">
        <Button variant="default" size="xs" onClick={onTake}>
          {take}
        </Button>
        {onKeep !== null && (
          <Button variant="default" size="xs" onClick={onKeep}>
            {keep}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
