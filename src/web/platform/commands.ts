import type { Icon } from "@tabler/icons-react";
import { useEffect, useId, useSyncExternalStore } from "react";

/** An action in the command palette. */
export interface Command {
  label: string;
  icon?: Icon;
  run: () => void;
}

/** The actions of one part of the page, under one heading. */
export interface CommandOffer {
  title: string;
  commands: readonly Command[];
}

const offers = new Map<string, CommandOffer>();
const listeners = new Set<() => void>();
let current: readonly CommandOffer[] = [];

/** Merges groups of the same title. */
export function mergedOffers(all: Iterable<CommandOffer>): CommandOffer[] {
  const byTitle = new Map<string, Command[]>();
  for (const { title, commands } of all) byTitle.set(title, [...(byTitle.get(title) ?? []), ...commands]);
  return [...byTitle].map(([title, commands]) => ({ title, commands }));
}

function changed(): void {
  current = mergedOffers(offers.values());
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers commands in the palette while the component is mounted. */
export function useCommands(title: string, commands: readonly Command[]): void {
  const id = useId();
  // Each render replaces the commands: their actions must see the page's current state.
  useEffect(() => {
    offers.set(id, { title, commands });
    changed();
  });
  useEffect(
    () => () => {
      offers.delete(id);
      changed();
    },
    [id],
  );
}

/** The commands that the current page offers. */
export function useOfferedCommands(): readonly CommandOffer[] {
  return useSyncExternalStore(subscribe, () => current);
}
