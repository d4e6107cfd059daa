import { Button, Combobox, TextInput, useCombobox } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { SEARCH_MIN_CHARACTERS } from "#contract/orders/orders.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { StatusBadge } from "#web/ui/status-badge.tsx";
import { totalText } from "#web/ui/total-text.ts";
import classes from "./palette.module.css";
import type { PaletteEntry } from "./palette-entry.ts";
import { type OrderSearch, useOrderSearch } from "./use-order-search.ts";
import { usePaletteGroups } from "./use-palette-groups.ts";

interface Props {
  /** What was typed before the box had the focus. */
  takeTyped: () => string;
  /** Receives the action of the chosen entry. */
  onChoose: (run: () => void) => void;
  onHelp: () => void;
}

/** A text box and the matching entries; the box keeps the focus, the entries are its active descendants. */
export function Palette({ takeTyped, onChoose, onHelp }: Props) {
  const [text, setText] = useState("");
  const search = useOrderSearch(text);
  const groups = usePaletteGroups(text, search.rows, onHelp).filter(({ entries }) => entries.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  const listId = useId();
  const optionId = (entry: PaletteEntry) => `${listId}-${entry.id.replace(/[^\w]+/g, "-")}`;
  const { combobox, activeId } = useActiveOption(entries.map(optionId));

  const choose = (id: string) => {
    const chosen = entries.find((entry) => entry.id === id);
    if (chosen !== undefined) onChoose(chosen.run);
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget
        withExpandedAttribute
        aria-activedescendant={activeId ?? undefined}
        // The list is never closed by itself, so Escape belongs to the dialog.
        data-mantine-stop-propagation="false"
      >
        <TextInput
          data-autofocus
          size="md"
          aria-label="Page, action, order id, name, email, phone or passport"
          placeholder="Page, order id, name, email, phone, passport"
          value={text}
          maxLength={200}
          spellCheck={false}
          leftSection={<IconSearch size={18} aria-hidden />}
          onFocus={() => setText(text + takeTyped())}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options
        id={listId}
        className={classes.options ?? ""}
        aria-label="Results"
        aria-busy={search.isSearching}
      >
        {groups.map(({ title, entries: lines }) => (
          <Combobox.Group key={title} label={title}>
            {lines.map((entry) => {
              const id = optionId(entry);
              return (
                <Combobox.Option
                  key={id}
                  id={id}
                  value={entry.id}
                  aria-selected={id === activeId}
                  className={classes.option ?? ""}
                >
                  <Line entry={entry} />
                </Combobox.Option>
              );
            })}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <Report text={text} search={search} hasLines={entries.length > 0} />
    </Combobox>
  );
}

/**
 * Mantine's combobox store, plus the active entry's id for the box. Typing selects the first entry again; entries that
 * arrive later don't change a selection made with the arrow keys.
 */
function useActiveOption(ids: readonly string[]) {
  const store = useCombobox({ opened: true });
  const [activeId, setActiveId] = useState<string | null>(null);
  const hasMoved = useRef(false);
  const moved = (id: string | null) => {
    hasMoved.current = true;
    setActiveId(id);
    return id;
  };
  const shown = ids.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run whenever other entries are shown
  useEffect(() => {
    const place = hasMoved.current && activeId !== null ? ids.indexOf(activeId) : -1;
    hasMoved.current = place >= 0;
    store.selectOption(Math.max(place, 0));
    setActiveId(ids[Math.max(place, 0)] ?? null);
  }, [shown]);
  const combobox = {
    ...store,
    selectNextOption: () => moved(store.selectNextOption()),
    selectPreviousOption: () => moved(store.selectPreviousOption()),
  };
  return { combobox, activeId };
}

function Line({ entry: { label, icon: EntryIcon, row } }: { entry: PaletteEntry }) {
  return (
    <>
      {EntryIcon !== undefined && <EntryIcon size={18} stroke={1.75} aria-hidden />}
      <span className={classes.label}>{label}</span>
      {row !== undefined && (
        <>
          <span className={classes.about}>
            <bdi>{row.full_name ?? "-"}</bdi>
            {row.email !== null && (
              <>
                {" · "}
                <bdi translate="no">{row.email}</bdi>
              </>
            )}
          </span>
          <span className={classes.badge}>
            <StatusBadge status={row.process_status} refundDate={row.refund_date} />
          </span>
        </>
      )}
    </>
  );
}

/** The state of the order search, in words. */
function Report({ text, search, hasLines }: { text: string; search: OrderSearch; hasLines: boolean }) {
  return (
    <div className={classes.report}>
      <p role="status">{reportOf(text, search, hasLines)}</p>
      {search.error !== undefined && (
        <Button variant="default" size="compact-sm" onClick={search.retry}>
          Retry
        </Button>
      )}
    </div>
  );
}

function reportOf(text: string, search: OrderSearch, hasLines: boolean): string {
  const { isAsked, isSearching, error, rows, total, isCapped } = search;
  if (isSearching) return "Searching orders…";
  if (error !== undefined) return `Orders could not be searched. ${errorMessage(error)}`;
  if (rows.length > 0) return total === 1 ? "1 order found" : `${totalText(total, isCapped)} orders found`;
  if (isAsked) return "No order found";
  if (text.trim().length === 1) return `Type at least ${SEARCH_MIN_CHARACTERS} characters to search orders.`;
  return hasLines ? "" : "Nothing found";
}
