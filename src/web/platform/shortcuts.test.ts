import { expect, it } from "vitest";
import { SHORTCUTS, type Shortcut } from "./shortcuts.ts";

const all: [string, Shortcut][] = Object.entries(SHORTCUTS);

it("gives each key one meaning", () => {
  const keys = all.flatMap(([, { keys }]) => keys);
  expect(new Set(keys).size).toBe(keys.length);
});

it("calls every key without Ctrl a character key, which can be switched off", () => {
  for (const [name, { keys, isCharacter }] of all) {
    expect(isCharacter, name).toBe(keys.every((key) => !key.startsWith("mod+")));
  }
});
