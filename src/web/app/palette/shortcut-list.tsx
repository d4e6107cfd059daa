import { Switch } from "@mantine/core";
import { useSyncExternalStore } from "react";
import {
  areShortcutsOn,
  onShortcutsChange,
  SHORTCUTS,
  type Shortcut,
  setShortcutsOn,
} from "#web/platform/shortcuts.ts";
import classes from "./shortcut-list.module.css";

const PLACES = ["Everywhere", "Lists", "Order"] as const satisfies readonly Shortcut["where"][];
const ALL: readonly Shortcut[] = Object.values(SHORTCUTS);

/** Every shortcut, and the switch for single-character ones (WCAG 2.2, 2.1.4). */
export function ShortcutList() {
  const isOn = useSyncExternalStore(onShortcutsChange, areShortcutsOn);
  return (
    <>
      <Switch
        label="Single-key shortcuts"
        description="They are off while you type. This browser remembers the choice."
        checked={isOn}
        onChange={(event) => setShortcutsOn(event.currentTarget.checked)}
      />
      {PLACES.map((place) => (
        <section key={place} aria-label={place}>
          <h3 className={classes.place}>{place}</h3>
          <dl className={classes.keys} data-off={!isOn}>
            {ALL.filter(({ where }) => where === place).map(({ shown, words, isCharacter }) => (
              <div key={words} data-character={isCharacter}>
                <dt>{words}</dt>
                <dd>
                  {shown.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
