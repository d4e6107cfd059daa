import type { Icon } from "@tabler/icons-react";
import type { OrderRow } from "#contract/orders.ts";
import { matchesText } from "./match-text.ts";

/** One line of the palette. */
export interface PaletteEntry {
  /** Tells it from every other line, also when what is typed changes. */
  id: string;
  label: string;
  icon?: Icon;
  /** The order it opens, as far as it is known. */
  row?: OrderRow | undefined;
  run: () => void;
}

export interface PaletteGroup {
  title: string;
  entries: readonly PaletteEntry[];
}

/** The group with what answers to the typed text; null when nothing does. */
export function narrowed({ title, entries }: PaletteGroup, typed: string): PaletteGroup | null {
  const found = entries.filter(({ label }) => matchesText(`${label} ${title}`, typed));
  return found.length === 0 ? null : { title, entries: found };
}
