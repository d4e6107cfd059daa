import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { LayoutColumn } from "#contract/orders/order-columns.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { listScreen } from "#web/features/orders/list/lists.ts";
import { announce } from "#web/ui/announcer.tsx";
import { ORDER_COLUMNS } from "#web/ui/order-table/order-columns.ts";
import classes from "./column-choice.module.css";
import { canHide, columnOrder, isStandard } from "./column-layout.ts";
import { useChangeLayout } from "./use-change-layout.ts";
import { useColumnLayout } from "./use-column-layout.ts";

/** Every column that the list offers: shown or hidden, earlier or later among the shown ones. */
export function ColumnChoice({ list }: { list: ListName }) {
  const layout = useColumnLayout(list);
  const change = useChangeLayout(list);
  const isDefault = isStandard(list, layout);
  const all = columnOrder(list, layout);
  const first = all.findIndex(canHide);
  const labelOf = (column: LayoutColumn) =>
    column === "order_id" ? listScreen(list).idLabel : ORDER_COLUMNS[column].label;

  const show = (chosen: LayoutColumn, isShown: boolean) => {
    const isIn = (column: LayoutColumn) => layout.some((each) => each.column === column);
    const columns = all.filter((column) => (column === chosen ? isShown : isIn(column)));
    change(columns.map((column) => layout.find((each) => each.column === column) ?? { column }));
  };
  const move = (from: number, step: -1 | 1) => {
    const to = from + step;
    const [moved, other] = [layout[from], layout[to]];
    if (moved === undefined || other === undefined) return;
    change(layout.with(from, other).with(to, moved));
    announce(`${labelOf(moved.column)} is column ${to + 1} of ${layout.length}.`);
  };
  const toStandard = () => {
    if (isDefault) return;
    change(null);
    announce("Standard columns");
  };

  return (
    <>
      <ul className={classes.columns}>
        {all.map((column, index) => {
          const label = labelOf(column);
          const place = layout.findIndex((each) => each.column === column);
          return (
            <li key={column} className={classes.column}>
              <Checkbox
                label={label}
                checked={place >= 0}
                disabled={!canHide(column)}
                {...(index === first && { "data-autofocus": true })}
                onChange={(event) => show(column, event.currentTarget.checked)}
              />
              {place >= 0 && (
                <span className={classes.moves}>
                  <Move
                    label={`Move ${label} up`}
                    isIdle={place === 0}
                    icon={IconArrowUp}
                    onMove={() => move(place, -1)}
                  />
                  <Move
                    label={`Move ${label} down`}
                    isIdle={place === layout.length - 1}
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
