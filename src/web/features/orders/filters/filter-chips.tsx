import { Button, CloseButton } from "@mantine/core";
import { useRef } from "react";
import type { FilterKey, OrderFilterText } from "#contract/orders/order-filter.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { useGatewaysQuery } from "#web/features/gateways/gateways.api.ts";
import { useTeamQuery } from "#web/features/team/team.api.ts";
import { filterText } from "./filter-text.ts";
import classes from "./filters.module.css";
import { shownFilters, withoutKeys, withoutShown } from "./shown-filters.ts";

interface Props {
  list: ListName;
  filter: OrderFilterText;
  onChange: (filter: OrderFilterText) => void;
  /** Focuses what adds filters, when there is no chip left to focus. */
  onLeave: () => void;
}

/** Each set filter in words, with a button that removes it. */
export function FilterChips({ list, filter, onChange, onLeave }: Props) {
  const chips = useRef<HTMLUListElement>(null);
  const gateways = useGatewaysQuery(undefined, { skip: filter.gateway === undefined }).data?.data ?? [];
  const hasMember = filter.claim !== undefined && /^\d/.test(filter.claim);
  const members = useTeamQuery(undefined, { skip: !hasMember }).data?.data ?? [];
  const names = {
    gateways: new Map(gateways.map(({ id, gateway_name }) => [String(id), gateway_name])),
    members: new Map(members.map(({ id, name }) => [String(id), name])),
  };
  const keys = shownFilters(list, filter);

  const remove = (key: FilterKey) => {
    const next = chips.current?.querySelector<HTMLElement>(`[data-chip="${keys[keys.indexOf(key) + 1]}"]`);
    if (next) next.focus();
    else onLeave();
    onChange(withoutKeys(filter, [key]));
  };
  return (
    <ul ref={chips} className={classes.chips} aria-label="Filters">
      {keys.map((key) => {
        const words = filterText(key, filter[key] ?? "", names);
        return (
          <li key={key} className={classes.chip}>
            <span className={classes.words} title={words}>
              {words}
            </span>
            <CloseButton
              size={24}
              iconSize={14}
              data-chip={key}
              data-screen-only
              aria-label={`Remove filter: ${words}`}
              onClick={() => remove(key)}
            />
          </li>
        );
      })}
      {keys.length > 1 && (
        <li>
          <Button
            variant="subtle"
            size="compact-sm"
            data-screen-only
            onClick={() => {
              onLeave();
              onChange(withoutShown(list, filter));
            }}
          >
            Clear filters
          </Button>
        </li>
      )}
    </ul>
  );
}
