import { Menu, Skeleton } from "@mantine/core";
import {
  IconBookmark,
  IconDeviceFloppy,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
  IconUsers,
  IconX,
} from "@tabler/icons-react";
import type { ListName } from "#contract/orders/queues.ts";
import { reported } from "#web/platform/reported.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { afterClosing } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { useDeleteViewMutation, useOrderViewsQuery, usePinViewMutation } from "./order-views.api.ts";
import { useViewId } from "./use-view-id.ts";
import { isNamed, type NamedView, type ShowView, type ViewTask } from "./view-state.ts";
import classes from "./views.module.css";

interface Props {
  list: ListName;
  onTask: (task: ViewTask) => void;
  onOpen: ShowView;
}

/** The views of the list, and what can be done with the open one. */
export function ViewItems({ list, onTask, onOpen }: Props) {
  const { data, error, refetch } = useOrderViewsQuery();
  const [openId, close] = useViewId();
  const deleteView = useDeleteView();
  const pin = usePin();
  if (data === undefined) {
    return error === undefined ? <Skeleton height={120} /> : <ErrorState error={error} onRetry={refetch} />;
  }
  const views = data.data.filter(isNamed).filter((view) => view.list === list);
  const open = views.find(({ id }) => id === openId);
  const [own, shared] = [views.filter((view) => view.shared_with === null), views.filter((view) => view.shared_with)];
  return (
    <>
      {views.length === 0 && (
        <p className={classes.empty}>No views of this list yet. Set filters, sort or columns, then save.</p>
      )}
      <Group title="My views" views={own} openId={openId} onOpen={onOpen} />
      <Group title="Shared views" views={shared} openId={openId} onOpen={onOpen} />
      <Menu.Divider />
      <Menu.Item leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={() => onTask("new")}>
        Save as view…
      </Menu.Item>
      {openId !== null && (
        <Menu.Item leftSection={<IconX size={16} aria-hidden />} onClick={close}>
          Close view
        </Menu.Item>
      )}
      {open !== undefined && (
        <Menu.Item
          leftSection={open.is_pinned ? <IconPinnedOff {...ICON} /> : <IconPin {...ICON} />}
          onClick={() => pin(open)}
        >
          <span>{open.is_pinned ? "Unpin" : "Pin"}</span> “<bdi>{open.name}</bdi>”
        </Menu.Item>
      )}
      {open?.can_edit === true && (
        <>
          <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => onTask(open)}>
            Rename or share “<bdi>{open.name}</bdi>”…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={16} aria-hidden />}
            className={classes.danger ?? ""}
            onClick={() => deleteView(open)}
          >
            Delete “<bdi>{open.name}</bdi>”…
          </Menu.Item>
        </>
      )}
    </>
  );
}

const ICON = { size: 16, "aria-hidden": true } as const;

/** Pins a view to the member's side panel, or unpins it. */
function usePin(): (view: NamedView) => void {
  const [pinView] = usePinViewMutation();
  return ({ id, is_pinned }) =>
    reported(pinView({ id, pinned: !is_pinned }).unwrap(), { sticky: true, about: `view ${id}` });
}

interface GroupProps {
  title: string;
  views: readonly NamedView[];
  openId: number | null;
  onOpen: ShowView;
}

function Group({ title, views, openId, onOpen }: GroupProps) {
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{title}</Menu.Label>
      {views.map((view) => {
        const ViewIcon = view.shared_with === null ? IconBookmark : IconUsers;
        return (
          <Menu.Item
            key={view.id}
            leftSection={<ViewIcon size={16} aria-hidden />}
            aria-current={view.id === openId || undefined}
            onClick={() => onOpen(view)}
          >
            <bdi>{view.name}</bdi>
          </Menu.Item>
        );
      })}
    </>
  );
}

/** Asks, then deletes a view. What the list shows stays as it is. */
function useDeleteView(): (view: NamedView) => void {
  const confirm = useConfirm();
  const [remove] = useDeleteViewMutation();
  const [openId, close] = useViewId();

  const ask = async ({ id, name, version, shared_with }: NamedView) => {
    const others = shared_with === null ? "" : ` It is shared with ${shared_with.join(", ")}.`;
    if (!(await confirm({ title: "Delete view", text: `Delete the view “${name}”?${others}` }))) return;
    const answer = await reported(remove({ id, version }).unwrap(), { sticky: true, about: `view ${id}` });
    if (answer !== null && id === openId) close();
  };
  return (view) => afterClosing(() => void ask(view));
}
