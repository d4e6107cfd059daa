import type { ColumnLayout } from "#contract/orders/order-columns.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { OpenView } from "#web/features/order-views/open-view.tsx";
import { ViewDialog } from "#web/features/order-views/view-dialog.tsx";
import { ViewItems } from "#web/features/order-views/view-items.tsx";
import { definitionOf, type ViewTask } from "#web/features/order-views/view-state.ts";
import { isStandard, shownLayout } from "#web/features/orders/list/columns/column-layout.ts";
import { useColumnLayout } from "#web/features/orders/list/columns/use-column-layout.ts";
import { useListUrl } from "#web/platform/use-list-url.ts";
import { useOpenView } from "./use-open-view.ts";

interface Props {
  list: ListName;
  onTask: (task: ViewTask) => void;
}

export function ListViewItems({ list, onTask }: Props) {
  return <ViewItems list={list} onTask={onTask} onOpen={useOpenView()} />;
}

export function ListViewDialog({ list, task, onTask }: Props & { task: ViewTask }) {
  const props = { list, current: useCurrent(list), onOpen: useOpenView() };
  return <ViewDialog {...props} task={task} onClose={() => onTask(null)} />;
}

export function ListOpenView({ list, onTask }: Props) {
  const props = { list, current: useCurrent(list), onOpen: useOpenView() };
  return <OpenView {...props} shownColumns={(stored) => shownColumns(list, stored)} onSaveAs={() => onTask("new")} />;
}

/** What the list shows now. */
function useCurrent(list: ListName) {
  const [url] = useListUrl(list);
  return definitionOf(url, shownColumns(list, useColumnLayout(list)));
}

/** A stored layout as the list shows it; null is the standard one. */
function shownColumns(list: ListName, stored: ColumnLayout | null): ColumnLayout | null {
  const shown = shownLayout(list, stored);
  return isStandard(list, shown) ? null : shown;
}
