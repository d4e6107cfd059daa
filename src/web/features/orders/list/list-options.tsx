import { Button, Popover, SegmentedControl, Skeleton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconDownload } from "@tabler/icons-react";
import { memo } from "react";
import { QUEUE } from "#contract/orders/queues.ts";
import { useCommands } from "#web/platform/commands.ts";
import { DENSITIES, type Density, useDensity } from "#web/platform/density.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import narrow from "../filters/filter-button.module.css";
import classes from "./list-options.module.css";
import { type ExportedList, useExport } from "./use-export.ts";

const loadChoice = async () => (await import("./columns/column-choice.tsx")).ColumnChoice;

const DENSITY_LABELS: Record<Density, string> = { comfortable: "Comfortable", compact: "Compact" };

interface Props extends ExportedList {
  canExport: boolean;
  isEmpty: boolean;
}

/** What concerns the list and not its orders: export, height of the rows, columns. */
export const ListOptions = memo(function ListOptions({ canExport, isEmpty, ...exported }: Props) {
  const [isOpen, { toggle, close, open }] = useDisclosure(false);
  const [density, setDensity] = useDensity();
  const { progress, run } = useExport(exported);
  const { list } = exported;
  useCommands(QUEUE[list].title, [
    { label: "Columns", icon: IconAdjustmentsHorizontal, run: open },
    ...(canExport && !isEmpty ? [{ label: "Export CSV", icon: IconDownload, run }] : []),
  ]);
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
        <Button
          variant="default"
          className={narrow.button ?? ""}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={toggle}
        >
          <span className={narrow.word}>{progress ?? "Options"}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown ?? ""}>
        {canExport && (
          <Button
            variant="default"
            fullWidth
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={isEmpty && progress === null}
            aria-disabled={progress !== null}
            data-disabled={progress !== null}
            onClick={() => {
              run();
              close();
            }}
          >
            {progress ?? "Export CSV"}
          </Button>
        )}
        <div className={classes.density}>
          <span aria-hidden>Rows</span>
          <SegmentedControl
            size="xs"
            aria-label="Height of the rows"
            data={DENSITIES.map((value) => ({ value, label: DENSITY_LABELS[value] }))}
            value={density}
            onChange={setDensity}
          />
        </div>
        <p className={classes.title}>Columns</p>
        <LoadedPart
          load={loadChoice}
          props={{ list }}
          skeleton={<Skeleton height={420} data-autofocus tabIndex={-1} />}
        />
      </Popover.Dropdown>
    </Popover>
  );
});
