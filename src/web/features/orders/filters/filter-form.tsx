import { Button, Group, Title } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { FilterKey } from "#contract/orders/order-filter.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { draftOf, problemOf, textOf } from "./filter-draft.ts";
import { FilterField } from "./filter-field.tsx";
import { filterLabel } from "./filter-text.ts";
import classes from "./filters.module.css";

interface Props {
  filterKey: FilterKey;
  list: ListName;
  /** The filter as it is set. */
  text: string | undefined;
  onBack: () => void;
  onApply: (text: string) => void;
}

/** Chooses the values of one filter. Native validation stays on: only the browser knows about an incomplete date. */
export function FilterForm({ filterKey, list, text, onBack, onApply }: Props) {
  const [draft, setDraft] = useState(() => draftOf(filterKey, text));
  const [error, setError] = useState<string | null>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = textOf(filterKey, draft);
    const problem = problemOf(filterKey, value);
    setError(problem);
    if (problem === null) onApply(value);
  };
  const label = filterLabel(filterKey);
  return (
    <form onSubmit={submit} aria-label={label} className={classes.form}>
      <Group justify="space-between">
        <Title order={2} className={classes.title}>
          {label}
        </Title>
        <Button variant="subtle" size="compact-xs" onClick={onBack}>
          All filters
        </Button>
      </Group>
      <FilterField
        filterKey={filterKey}
        list={list}
        draft={draft}
        error={error}
        onChange={(changed) => {
          setDraft(changed);
          setError(null);
        }}
      />
      <Button type="submit" size="compact-md" style={{ alignSelf: "end" }}>
        Apply
      </Button>
    </form>
  );
}
