import type { Icon } from "@tabler/icons-react";
import { useEffect, useId, useSyncExternalStore } from "react";

/** Something a person can do from the command palette. */
export interface Command {
  label: string;
  icon?: Icon;
  run: () => void;
}

/** What a part of the page offers, under one heading. */
export interface CommandOffer {
  title: string;
  commands: readonly Command[];
}

const offers = new Map<string, CommandOffer>();
const listeners = new Set<() => void>();
let current: readonly CommandOffer[] = [];

/** Offers of the same title as one. */
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

/** Offers commands in the palette while the component stands on the page. */
export function useCommands(title: string, commands: readonly Command[]): void {
  const id = useId();
  // Each render's commands replace the last one's: what they do must see the page as it is now.
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

/** What the page on the screen offers now. */
export function useOfferedCommands(): readonly CommandOffer[] {
  return useSyncExternalStore(subscribe, () => current);
}
