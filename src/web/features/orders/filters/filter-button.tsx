import { Button, Popover, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconFilter } from "@tabler/icons-react";
import { memo, type RefObject } from "react";
import type { OrderFilterText } from "#contract/orders/order-filter.ts";
import { type ListName, QUEUE } from "#contract/orders/queues.ts";
import { useCommands } from "#web/platform/commands.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import classes from "./filter-button.module.css";

const loadMenu = async () => (await import("./filter-menu.tsx")).FilterMenu;

interface Props {
  list: ListName;
  filter: OrderFilterText;
  onChange: (filter: OrderFilterText) => void;
  ref: RefObject<HTMLButtonElement | null>;
}

/** Opens the menu of filters; its script is loaded when it is first opened. */
export const FilterButton = memo(function FilterButton({ list, filter, onChange, ref }: Props) {
  const [isOpen, { open, close, toggle }] = useDisclosure(false);
  const show = () => {
    // The focus returns to what had it before.
    ref.current?.focus();
    open();
  };
  useShortcut("filter", show);
  useCommands(QUEUE[list].title, [{ label: "Filter", icon: IconFilter, run: show }]);
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="bottom-start"
      width={304}
      shadow="md"
      trapFocus
      returnFocus
      withinPortal={false}
      closeOnEscape={false}
      transitionProps={{ duration: 100 }}
    >
      <Popover.Target>
        <Button
          ref={ref}
          variant="default"
          title="Filter (f)"
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={toggle}
          className={classes.button ?? ""}
          data-screen-only
        >
          <span className={classes.word}>Filter</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        data-own-keys
        onKeyDown={({ key, target }) => {
          // The first Escape closes an open list of options.
          const hasList = target instanceof Element && target.getAttribute("aria-expanded") === "true";
          if (key === "Escape" && !hasList) close();
        }}
      >
        <LoadedPart
          load={loadMenu}
          props={{ list, filter, onChange, onClose: close }}
          skeleton={<Skeleton height={320} />}
        />
      </Popover.Dropdown>
    </Popover>
  );
});
