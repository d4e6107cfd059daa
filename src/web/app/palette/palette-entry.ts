import type { Icon } from "@tabler/icons-react";
import type { OrderRow } from "#contract/orders/orders.ts";
import { matchesText } from "./match-text.ts";

/** One entry of the palette. */
export interface PaletteEntry {
  /** Unique, and stable while the typed text changes. */
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

/** The group reduced to the entries that match the typed text; null when none does. */
export function narrowed({ title, entries }: PaletteGroup, typed: string): PaletteGroup | null {
  const found = entries.filter(({ label }) => matchesText(`${label} ${title}`, typed));
  return found.length === 0 ? null : { title, entries: found };
}
