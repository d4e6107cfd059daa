import { Alert, Button } from "@mantine/core";
import { useEffect } from "react";
import { useLocation, useSearchParams } from "react-router";
import { ORDER_VIEW_MESSAGES } from "#contract/order-views/messages.ts";
import type { ViewDefinition } from "#contract/order-views/view-definition.ts";
import type { ColumnLayout } from "#contract/orders/order-columns.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { reported } from "#web/platform/reported.ts";
import { RefreshFailed } from "#web/ui/refresh-failed.tsx";
import { useOrderViewsQuery, useSaveViewMutation } from "./order-views.api.ts";
import { useViewId } from "./use-view-id.ts";
import { isBare, isNamed, isSameDefinition, type NamedView, type ShowView } from "./view-state.ts";
import classes from "./views.module.css";

interface Props {
  list: ListName;
  /** What the list shows now. */
  current: ViewDefinition;
  /** A stored layout as the list shows it; null is the standard one. */
  shownColumns: (stored: ColumnLayout | null) => ColumnLayout | null;
  onOpen: ShowView;
  onSaveAs: () => void;
}

/** Applies the view that the address names, and says when the list shows something else. */
export function OpenView({ list, current, shownColumns, onOpen, onSaveAs }: Props) {
  const { data, error, refetch } = useOrderViewsQuery();
  const [viewId, close] = useViewId();
  const view = data?.data.filter(isNamed).find(({ id }) => id === viewId);
  useApply(view, list, onOpen);
  if (data === undefined) {
    return error !== undefined && <RefreshFailed error={error} onRetry={refetch} />;
  }
  if (view === undefined) {
    return (
      <Alert color="gray" role="status" withCloseButton closeButtonLabel="Close" onClose={close}>
        {`${ORDER_VIEW_MESSAGES.viewNotFound} ${ORDER_VIEW_MESSAGES.viewMaybePersonal}`}
      </Alert>
    );
  }
  const stored = { ...view.definition, columns: shownColumns(view.definition.columns) };
  return (
    <>
      {!isSameDefinition(stored, current) && (
        <section className={classes.modified} aria-label="View" data-screen-only>
          <span role="status">Modified</span>
          {view.can_edit && <SaveButton view={view} definition={current} />}
          <Button variant="subtle" size="compact-sm" onClick={onSaveAs}>
            Save as
          </Button>
        </section>
      )}
      {view.dropped.length > 0 && (
        <Alert color="saffron" role="status">
          {`Parts of this view no longer exist and are left out: ${view.dropped.join(", ")}.`}
        </Alert>
      )}
    </>
  );
}

/** Shows a view whose address says nothing else, as a link from a colleague does. */
function useApply(view: NamedView | undefined, list: ListName, onOpen: ShowView): void {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const isWanted = view !== undefined && (view.list !== list || isBare(params, state));
  useEffect(() => {
    if (isWanted && view !== undefined) onOpen(view, true);
  }, [isWanted, view, onOpen]);
}

function SaveButton({ view, definition }: { view: NamedView; definition: ViewDefinition }) {
  const [save, { isLoading }] = useSaveViewMutation();
  const { id, list, name, version } = view;
  const submit = () =>
    reported(save({ id, list, name, version, definition }).unwrap(), { sticky: true, about: `view ${id}` });
  return (
    <Button variant="subtle" size="compact-sm" loading={isLoading} onClick={() => void submit()}>
      Save
    </Button>
  );
}
