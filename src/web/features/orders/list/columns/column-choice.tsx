import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconViewportNarrow, IconViewportWide } from "@tabler/icons-react";
import { COLUMN_WIDTH } from "#contract/orders/order-columns.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { announce } from "#web/ui/announcer.tsx";
import { isStandard } from "./column-layout.ts";
import classes from "./column-picker.module.css";
import { useColumnChoice } from "./use-column-choice.ts";

const WIDTH_STEP = 24;

/** Every column that the list offers: shown or hidden, earlier or later among the shown ones, narrower or wider. */
export function ColumnChoice({ list }: { list: ListName }) {
  const { table, layout, resize, reset } = useColumnChoice(list);
  const isDefault = isStandard(list, layout);
  const all = table.getAllLeafColumns();
  const shown = table.getVisibleLeafColumns();
  const first = all.findIndex((column) => column.getCanHide());

  const move = (from: number, step: -1 | 1) => {
    const to = from + step;
    const [column, other] = [shown[from], shown[to]];
    if (column === undefined || other === undefined) return;
    const order = shown.with(from, other).with(to, column);
    table.setColumnOrder([...order, ...all.filter((each) => !each.getIsVisible())].map(({ id }) => id));
    announce(`${column.columnDef.header} is column ${to + 1} of ${shown.length}.`);
  };
  const widthOf = (id: string) => layout.find(({ column }) => column === id)?.width;
  const widen = (id: string, label: string, by: number) => {
    const now = widthOf(id) ?? drawnWidth(id);
    const width = Math.min(COLUMN_WIDTH.max, Math.max(COLUMN_WIDTH.min, now + by));
    resize(id, width);
    announce(`${label} is ${width} pixels wide.`);
  };
  const toStandard = () => {
    if (isDefault) return;
    reset();
    announce("Standard columns");
  };

  return (
    <>
      <ul className={classes.columns}>
        {all.map((column, index) => {
          const label = String(column.columnDef.header);
          const place = shown.indexOf(column);
          return (
            <li key={column.id} className={classes.column}>
              <Checkbox
                label={label}
                checked={column.getIsVisible()}
                disabled={!column.getCanHide()}
                {...(index === first && { "data-autofocus": true })}
                onChange={(event) => column.toggleVisibility(event.currentTarget.checked)}
              />
              {place >= 0 && (
                <span className={classes.moves}>
                  <span className={classes.widths}>
                    <Move
                      label={`Make ${label} narrower`}
                      isIdle={widthOf(column.id) === COLUMN_WIDTH.min}
                      icon={IconViewportNarrow}
                      onMove={() => widen(column.id, label, -WIDTH_STEP)}
                    />
                    <Move
                      label={`Make ${label} wider`}
                      isIdle={widthOf(column.id) === COLUMN_WIDTH.max}
                      icon={IconViewportWide}
                      onMove={() => widen(column.id, label, WIDTH_STEP)}
                    />
                  </span>
                  <Move
                    label={`Move ${label} up`}
                    isIdle={place === 0}
                    icon={IconArrowUp}
                    onMove={() => move(place, -1)}
                  />
                  <Move
                    label={`Move ${label} down`}
                    isIdle={place === shown.length - 1}
                    icon={IconArrowDown}
                    onMove={() => move(place, 1)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <Button variant="default" fullWidth aria-disabled={isDefault} data-disabled={isDefault} onClick={toStandard}>
        Reset to standard
      </Button>
    </>
  );
}

/** A column without a width of its own follows its content: only the page knows how wide it is. */
function drawnWidth(id: string): number {
  return document.querySelector<HTMLElement>(`th[data-column="${id}"]`)?.offsetWidth ?? COLUMN_WIDTH.min;
}

interface MoveProps {
  label: string;
  /** Keeps the focus: a disabled button would lose it. */
  isIdle: boolean;
  icon: typeof IconArrowUp;
  onMove: () => void;
}

function Move({ label, isIdle, icon: Icon, onMove }: MoveProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      title={label}
      aria-label={label}
      aria-disabled={isIdle}
      data-disabled={isIdle}
      onClick={onMove}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
