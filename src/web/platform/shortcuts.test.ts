import { expect, it } from "vitest";
import { SHORTCUTS, type Shortcut } from "./shortcuts.ts";

const all: [string, Shortcut][] = Object.entries(SHORTCUTS);

it.each(["Lists", "Order"])("gives each key one meaning in %s", (screen) => {
  const keys = all.flatMap(([, { keys, where }]) => (where === screen || where === "Everywhere" ? keys : []));
  expect(new Set(keys).size).toBe(keys.length);
});

it("treats every key without Ctrl as a character key, which can be switched off", () => {
  for (const [name, { keys, isCharacter }] of all) {
    expect(isCharacter, name).toBe(keys.every((key) => !key.startsWith("mod+")));
  }
});
