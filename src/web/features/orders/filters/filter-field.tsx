import { Checkbox, NativeSelect, Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { statusFilters } from "#contract/orders/list-filters.ts";
import type { FilterKey } from "#contract/orders/order-filter.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { useGatewaysQuery } from "#web/features/gateways/gateways.api.ts";
import { useTeamQuery } from "#web/features/team/team.api.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { CountriesField } from "./countries-field.tsx";
import { DaysField } from "./days-field.tsx";
import type { FieldProps } from "./filter-field.types.ts";
import { FILTER_CHOICES, filterLabel } from "./filter-text.ts";

/** The control for one filter's values. */
export function FilterField({ filterKey, list, ...rest }: FieldProps & { filterKey: FilterKey; list: ListName }) {
  switch (filterKey) {
    case "arrival":
    case "created":
      return (
        <Focused>
          <DaysField filterKey={filterKey} {...rest} />
        </Focused>
      );
    case "nat":
      return (
        <Focused>
          <CountriesField {...rest} />
        </Focused>
      );
    case "gateway":
      return <GatewaysField {...rest} />;
    case "claim":
      return <MemberField {...rest} />;
    case "doc":
    case "dispute":
    case "due":
      return <OneField label={filterLabel(filterKey)} words={Object.entries(FILTER_CHOICES[filterKey])} {...rest} />;
    case "status": {
      const values: readonly string[] = statusFilters(list);
      const words = Object.entries(FILTER_CHOICES.status).filter(([value]) => values.includes(value));
      return <SeveralField label={filterLabel(filterKey)} words={words} {...rest} />;
    }
    case "mode":
    case "mail":
    case "flag":
    case "mark":
      return (
        <SeveralField label={filterLabel(filterKey)} words={Object.entries(FILTER_CHOICES[filterKey])} {...rest} />
      );
  }
}

/** Takes the focus when it appears, which may be after the names were read. */
function Focused({ children }: { children: ReactNode }) {
  return <div ref={focusIn}>{children}</div>;
}

function focusIn(frame: HTMLDivElement | null): void {
  frame?.querySelector<HTMLElement>("input, select")?.focus();
}

interface ChoiceProps extends FieldProps {
  label: string;
  /** Each value with its words. */
  words: readonly (readonly [string, string])[];
}

function OneField({ label, words, draft, error, onChange }: ChoiceProps) {
  const options = words.map(([value, word]) => ({ value, label: word }));
  return (
    <Focused>
      <NativeSelect
        aria-label={label}
        value={draft[0] ?? ""}
        error={error}
        onChange={(event) => onChange([event.currentTarget.value])}
        data={[{ value: "", label: "Choose" }, ...options]}
      />
    </Focused>
  );
}

function SeveralField({ label, words, draft, error, onChange }: ChoiceProps) {
  return (
    <Focused>
      <Checkbox.Group aria-label={label} value={[...draft]} onChange={onChange} error={error}>
        <Stack gap="sm">
          {words.map(([value, word]) => (
            <Checkbox key={value} value={value} label={word} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Focused>
  );
}

function GatewaysField(props: FieldProps) {
  const { data, error, refetch } = useGatewaysQuery();
  return (
    <Loaded data={data?.data} error={error} onRetry={refetch}>
      {(gateways) => (
        <SeveralField
          label={filterLabel("gateway")}
          words={gateways.map(({ id, gateway_name }) => [String(id), gateway_name])}
          {...props}
        />
      )}
    </Loaded>
  );
}

function MemberField(props: FieldProps) {
  const team = useTeamQuery();
  return (
    <Loaded data={team.data?.data} error={team.error} onRetry={team.refetch}>
      {(members) => <OneField label={filterLabel("claim")} words={assignees(members)} {...props} />}
    </Loaded>
  );
}

function assignees(members: readonly { id: number; name: string }[]): [string, string][] {
  const named = members.map(({ id, name }): [string, string] => [String(id), name]);
  return [["me", "Me"], ["none", "Nobody"], ...named.sort(([, a], [, b]) => a.localeCompare(b, "en"))];
}

interface LoadedProps<T> {
  data: T | undefined;
  error: unknown;
  onRetry: () => void;
  children: (data: T) => ReactNode;
}

function Loaded<T>({ data, error, onRetry, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data);
  return error === undefined ? <Skeleton height={60} /> : <ErrorState error={error} onRetry={onRetry} />;
}
