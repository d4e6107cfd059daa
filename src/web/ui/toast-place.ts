/** Pixels of the window. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Obstacle extends Box {
  /** How bad it is to cover: controls and titles count more than fields. */
  weight: number;
}

export interface Place {
  top: number;
  right: number;
}

const EDGE = 16;
const GAP = 8;

/**
 * Where toasts of this size cover nothing that a person needs in an open dialog or drawer: at the top right of the
 * window, else at the top beside the dialog, else as high as possible between its controls.
 */
export function placeOfToasts(
  toasts: { width: number; height: number },
  window: { width: number; height: number },
  dialog: Box,
  obstacles: readonly Obstacle[],
): Place {
  const corner = { top: EDGE, right: EDGE };
  const needed = toasts.width + 2 * EDGE;
  if (window.width - dialog.right >= needed || dialog.top >= toasts.height + EDGE) return corner;
  if (dialog.left >= needed) return { top: EDGE, right: window.width - dialog.left + EDGE };
  const column = { left: window.width - EDGE - toasts.width, right: window.width - EDGE };
  const below = obstacles.filter(({ left, right }) => left < column.right && right > column.left);
  const tops = [EDGE, ...below.map(({ bottom }) => bottom + GAP).toSorted((a, b) => a - b)];
  const fitting = tops.filter((top) => top === EDGE || (top > EDGE && top + toasts.height <= window.height));
  const costOf = (top: number) =>
    below.reduce((sum, each) => sum + (each.top < top + toasts.height && each.bottom > top ? each.weight : 0), 0);
  const [best = EDGE] = fitting.toSorted((a, b) => costOf(a) - costOf(b) || a - b);
  return { top: best, right: EDGE };
}
