import { createScopedKeydownHandler, Title, UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import {
  countFilters,
  FILTERS_MAX,
  type FilterKey,
  type OrderFilterText,
  TOO_MANY_FILTERS,
} from "#contract/orders/order-filter.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { useCan } from "#web/platform/use-can.ts";
import { FilterForm } from "./filter-form.tsx";
import { filterLabel } from "./filter-text.ts";
import classes from "./filters.module.css";
import { offeredFilters } from "./shown-filters.ts";

interface Props {
  list: ListName;
  filter: OrderFilterText;
  onChange: (filter: OrderFilterText) => void;
  onClose: () => void;
}

/** The filters of a list, and the form of the chosen one. */
export function FilterMenu({ list, filter, onChange, onClose }: Props) {
  const [chosen, setChosen] = useState<FilterKey | null>(null);
  const [last, setLast] = useState<FilterKey | null>(null);
  const hasGateways = useCan("gateways:view");
  if (chosen === null) {
    const keys = offeredFilters(list).filter((key) => key !== "gateway" || hasGateways);
    return <FilterList keys={keys} filter={filter} last={last} onChoose={setChosen} />;
  }
  return (
    <FilterForm
      filterKey={chosen}
      list={list}
      text={filter[chosen]}
      onBack={() => {
        setLast(chosen);
        setChosen(null);
      }}
      onApply={(text) => {
        onClose();
        onChange({ ...filter, [chosen]: text });
      }}
    />
  );
}

interface ListProps {
  keys: readonly FilterKey[];
  filter: OrderFilterText;
  /** The filter whose form was left. */
  last: FilterKey | null;
  onChoose: (key: FilterKey) => void;
}

function FilterList({ keys, filter, last, onChoose }: ListProps) {
  const isFull = countFilters(filter) >= FILTERS_MAX;
  const first = useRef<HTMLUListElement>(null);
  const typed = useTypedText();
  const isFree = (key: FilterKey) => !isFull || filter[key] !== undefined;
  const focused = keys.find((key) => key === last) ?? keys.find(isFree);
  /** As in a native list of choices: typed letters lead to the first filter that begins with them. */
  function focusTyped(event: KeyboardEvent) {
    const text = typed(event);
    if (text === null) return;
    const found = keys.findIndex((key) => isFree(key) && filterLabel(key).toLowerCase().startsWith(text));
    first.current?.querySelectorAll<HTMLElement>("[data-filter]")[found]?.focus();
  }
  useEffect(() => {
    first.current?.querySelector<HTMLElement>("[data-autofocus]")?.focus();
  }, []);
  return (
    <>
      <Title order={2} className={classes.title}>
        Filter by
      </Title>
      {isFull && <p className={classes.note}>{TOO_MANY_FILTERS}</p>}
      <ul className={classes.list} ref={first} onKeyDown={focusTyped}>
        {keys.map((key) => (
          <li key={key}>
            <UnstyledButton
              className={classes.choice ?? ""}
              disabled={!isFree(key)}
              data-filter
              data-autofocus={key === focused || undefined}
              onClick={() => onChoose(key)}
              onKeyDown={moveAlong}
            >
              <span>{filterLabel(key)}</span>
              {filter[key] !== undefined && <span className={classes.note}>Set</span>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}

const moveAlong = createScopedKeydownHandler({
  parentSelector: "ul",
  siblingSelector: "[data-filter]",
  activateOnFocus: false,
  loop: true,
  orientation: "vertical",
});

/** Letters typed within this time belong together; browsers use a second in lists of choices. */
const PAUSE_MS = 1000;

/** @returns a function that adds a key to what was typed before: the text in lower case, or null for other keys */
function useTypedText(): (event: KeyboardEvent) => string | null {
  const typed = useRef({ text: "", at: 0 });
  return ({ key, timeStamp, ctrlKey, metaKey, altKey }) => {
    if (key.length !== 1 || key === " " || ctrlKey || metaKey || altKey) return null;
    const { text, at } = typed.current;
    typed.current = { text: (timeStamp - at > PAUSE_MS ? "" : text) + key.toLowerCase(), at: timeStamp };
    return typed.current.text;
  };
}
