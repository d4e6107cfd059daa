import { Button, Group, Stack, TextInput } from "@mantine/core";
import { ARRIVAL_ZONE, dayIn } from "#contract/dates.ts";
import { datesOf, fromToday } from "#contract/day-range.ts";
import { serverNow } from "#web/platform/server-clock.ts";
import type { FieldProps } from "./filter-field.types.ts";

/** Without it a date input accepts years of six digits. */
const LAST_DAY = "9999-12-31";

/** Ranges counted from today. They stay so: a view with "Next 7 days" has others tomorrow. */
const OFFERED = {
  arrival: [
    ["Today", 0, 0],
    ["Tomorrow", 1, 1],
    ["Next 7 days", 0, 6],
  ],
  created: [
    ["Today", 0, 0],
    ["Yesterday", -1, -1],
    ["Last 7 days", -6, 0],
  ],
} as const;

/** The first and the last day, one of which may be open; arrivals are days in Sri Lanka, creations days in UTC. */
export function DaysField({ filterKey, draft, error, onChange }: FieldProps & { filterKey: keyof typeof OFFERED }) {
  const [from = "", to = ""] = draft;
  const today = dayIn(filterKey === "arrival" ? ARRIVAL_ZONE : "UTC", new Date(serverNow()));
  const shown = datesOf({ from: from || null, to: to || null }, today);
  return (
    <Stack gap="xs">
      <Group gap={4}>
        {OFFERED[filterKey].map(([label, first, last]) => {
          const range = [fromToday(first), fromToday(last)];
          const isChosen = range[0] === from && range[1] === to;
          return (
            <Button
              key={label}
              variant={isChosen ? "light" : "default"}
              aria-pressed={isChosen}
              size="compact-xs"
              onClick={() => onChange(range)}
            >
              {label}
            </Button>
          );
        })}
      </Group>
      <Group gap="xs" grow align="start">
        <TextInput
          label="From"
          type="date"
          max={LAST_DAY}
          value={shown.from ?? ""}
          error={error}
          onChange={(event) => onChange([event.currentTarget.value, to])}
        />
        <TextInput
          label={filterKey === "arrival" ? "To" : "To (UTC)"}
          type="date"
          max={LAST_DAY}
          value={shown.to ?? ""}
          onChange={(event) => onChange([from, event.currentTarget.value])}
        />
      </Group>
    </Stack>
  );
}
