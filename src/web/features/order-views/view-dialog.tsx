import { useState } from "react";
import type { ViewDefinition } from "#contract/order-views/view-definition.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ViewForm } from "./view-form.tsx";
import type { ShowView, ViewTask } from "./view-state.ts";

interface Props {
  list: ListName;
  current: ViewDefinition;
  task: ViewTask;
  onOpen: ShowView;
  onClose: () => void;
}

/** Saves a new view, or renames and shares one. */
export function ViewDialog({ list, current, task, onOpen, onClose }: Props) {
  // Kept while the dialog closes.
  const [last, setLast] = useState<ViewTask>(task);
  if (task !== null && task !== last) setLast(task);
  const isNew = last === "new";
  return (
    <Dialog isOpen={task !== null} onClose={onClose} title={isNew ? "Save as view" : "Rename or share view"} size="sm">
      <ViewForm list={list} current={current} view={isNew ? null : last} onOpen={onOpen} onClose={onClose} />
    </Dialog>
  );
}
