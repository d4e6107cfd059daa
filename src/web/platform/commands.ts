import type { Icon } from "@tabler/icons-react";
import { useEffect, useId, useSyncExternalStore } from "react";

/** Commands that other parts of the page run too. */
export type CommandName = "editDispute" | "resendDocument" | "uploadDocument";

/** An action in the command palette. */
export interface Command {
  label: string;
  icon?: Icon;
  name?: CommandName;
  /** False while the palette does not show it; {@link runCommand} finds it anyway. */
  isListed?: boolean;
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

/** Merges groups of the same title; leaves out what the palette does not show. */
export function mergedOffers(all: Iterable<CommandOffer>): CommandOffer[] {
  const byTitle = new Map<string, Command[]>();
  for (const { title, commands } of all) {
    const listed = commands.filter(({ isListed = true }) => isListed);
    if (listed.length > 0) byTitle.set(title, [...(byTitle.get(title) ?? []), ...listed]);
  }
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

/** Runs a command of the page; does nothing while no part of it offers one of that name. */
export function runCommand(name: CommandName): void {
  const all = [...offers.values()].flatMap(({ commands }) => commands);
  all.find((command) => command.name === name)?.run();
}

/** The commands that the current page offers. */
export function useOfferedCommands(): readonly CommandOffer[] {
  return useSyncExternalStore(subscribe, () => current);
}
