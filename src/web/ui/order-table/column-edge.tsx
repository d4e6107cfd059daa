import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { COLUMN_WIDTH } from "#contract/orders/order-columns.ts";
import classes from "./column-edge.module.css";

const STEP = 16;

const clamp = (width: number) => Math.round(Math.min(COLUMN_WIDTH.max, Math.max(COLUMN_WIDTH.min, width)));

/** The width of a head's cell after a key, or null for another key. */
export function widthByKey(event: KeyboardEvent<HTMLElement>): number | null {
  const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
  const cell = event.currentTarget.closest("th");
  if (by === undefined || cell === null) return null;
  event.preventDefault();
  return clamp(cell.offsetWidth + by);
}

interface Props {
  label: string;
  width: number | undefined;
  /** Undefined: as wide as its content again. */
  onWidth: (width: number | undefined) => void;
  /** Whether Tab reaches it: where the head has no button that takes its keys. */
  isTabStop: boolean;
}

/** The edge of a column's head: dragged, or moved by the arrow keys, it makes the column wider or narrower. */
export function ColumnEdge({ label, width, onWidth, isTabStop }: Props) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width: event.currentTarget.closest("th")?.offsetWidth ?? COLUMN_WIDTH.min };
  };
  const drag = ({ clientX }: PointerEvent) => {
    if (start.current !== null) onWidth(clamp(start.current.width + clientX - start.current.x));
  };
  const end = () => {
    start.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: hr can't be moved; a focusable separator is ARIA's window splitter
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      title={`Width of ${label}: drag, or double-click to fit`}
      aria-valuemin={COLUMN_WIDTH.min}
      aria-valuemax={COLUMN_WIDTH.max}
      aria-valuenow={width ?? COLUMN_WIDTH.min}
      aria-valuetext={width === undefined ? "As its content" : `${width} pixels`}
      tabIndex={isTabStop ? 0 : -1}
      className={classes.edge}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onWidth(undefined)}
      onKeyDown={(event) => {
        const changed = widthByKey(event);
        if (changed !== null) onWidth(changed);
      }}
    />
  );
}
