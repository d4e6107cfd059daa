import { Button, Menu, Skeleton } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import { memo, useState } from "react";
import type { ListName } from "#contract/orders/queues.ts";
import { useOrderViewsQuery } from "#web/features/order-views/order-views.api.ts";
import { useViewId } from "#web/features/order-views/use-view-id.ts";
import type { ViewTask } from "#web/features/order-views/view-state.ts";
import { afterClosing } from "#web/ui/dialog.tsx";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import classes from "./views-button.module.css";

const loadItems = async () => (await import("./list-views.tsx")).ListViewItems;

/** The saved views of a list, and the name of the open one; the menu's script and the views are loaded when it is first opened. */
export const ViewsButton = memo(function ViewsButton({
  list,
  onTask,
}: {
  list: ListName;
  onTask: (task: ViewTask) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [viewId] = useViewId();
  const { name } = useOrderViewsQuery(undefined, {
    refetchOnMountOrArgChange: false,
    selectFromResult: ({ data }) => ({ name: data?.data.find(({ id }) => id === viewId)?.name ?? null }),
  });
  const props = { list, onTask: (task: ViewTask) => afterClosing(() => onTask(task)) };
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" width={288} shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          className={classes.button ?? ""}
          title={name ?? "Views"}
          aria-label={name === null ? "Views" : `Views: ${name}`}
          data-screen-only
        >
          <IconBookmark size={16} aria-hidden />
          <bdi className={classes.label}>{name ?? "Views"}</bdi>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown ?? ""}>
        <LoadedPart load={loadItems} props={props} skeleton={<Skeleton height={120} />} />
      </Menu.Dropdown>
    </Menu>
  );
});
