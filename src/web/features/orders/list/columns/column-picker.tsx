import { Button, Popover, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconColumns3 } from "@tabler/icons-react";
import { memo } from "react";
import type { ListName } from "#contract/orders/queues.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import classes from "./column-picker.module.css";

const loadChoice = async () => (await import("./column-choice.tsx")).ColumnChoice;

/** Chooses the columns of the list and their order; each change shows at once. */
export const ColumnPicker = memo(function ColumnPicker({ list }: { list: ListName }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="bottom-end"
      width={320}
      middlewares={{ flip: true, shift: true, size: { padding: 8 } }}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />} onClick={toggle}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" className={classes.dropdown ?? ""}>
        <LoadedPart
          load={loadChoice}
          props={{ list }}
          skeleton={<Skeleton height={420} data-autofocus tabIndex={-1} />}
        />
      </Popover.Dropdown>
    </Popover>
  );
});
