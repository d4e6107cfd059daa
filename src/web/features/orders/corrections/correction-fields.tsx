import { NativeSelect, TextInput } from "@mantine/core";
import { useId } from "react";
import {
  CORRECTABLE_FIELDS,
  type CorrectableField,
  SUBMITTED_LABELS,
} from "#contract/corrections/correction-fields.ts";
import { formatDay } from "#contract/dates.ts";
import { ARRIVAL_PORTS, SEXES, TRAVEL_MODES } from "#contract/filings/filing-profile.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { PROCESSING_MODES } from "#contract/orders/processing-mode.ts";
import { COUNTRIES } from "../filters/filter-text.ts";
import type { CorrectionValues } from "./correction-values.ts";
import classes from "./corrections.module.css";

const REQUIRED: ReadonlySet<CorrectableField> = new Set(["nationality", "processing_mode"]);
const CHOICES: Partial<Record<CorrectableField, readonly string[]>> = {
  nationality: COUNTRIES.map(({ code, names }) => names[0] ?? code),
  sex: SEXES.map(({ label }) => label),
  travel_mode: TRAVEL_MODES.map(({ label }) => label),
  processing_mode: PROCESSING_MODES,
};
const DAYS: ReadonlySet<CorrectableField> = new Set(["arrival_date", "date_of_birth"]);

interface Props {
  order: OrderDetails;
  typed: CorrectionValues;
  errors: Record<string, string>;
  onType: (field: CorrectableField, value: string) => void;
}

/** One entry for each field, below it the value now and the one submitted, where they differ from what is typed. */
export function CorrectionFields({ order, typed, errors, onType }: Props) {
  const portsId = useId();
  return (
    <div className={classes.entries}>
      {CORRECTABLE_FIELDS.map((field, index) => {
        const shared = {
          label: SUBMITTED_LABELS[field],
          description: known(order, field, typed[field]),
          inputWrapperOrder: ["label", "input", "description", "error"] as (
            | "label"
            | "input"
            | "description"
            | "error"
          )[],
          error: errors[field],
          value: typed[field],
          autoComplete: "off",
          ...(index === 0 && { "data-autofocus": true }),
          onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => onType(field, value),
        };
        const choices = CHOICES[field];
        if (choices !== undefined) {
          return <NativeSelect key={field} {...shared} data={offered(field, choices, order[field] ?? "")} />;
        }
        const ports = field === "port_of_arrival" ? { list: portsId } : {};
        return (
          <TextInput key={field} {...shared} {...ports} {...(DAYS.has(field) && { type: "date", max: "9999-12-31" })} />
        );
      })}
      <datalist id={portsId}>
        {ARRIVAL_PORTS.map((port) => (
          <option key={port} value={port} />
        ))}
      </datalist>
    </div>
  );
}

/** The choices, with the present value where it is none of them, and nothing where the field may be empty. */
function offered(field: CorrectableField, choices: readonly string[], now: string): string[] {
  const empty = REQUIRED.has(field) ? [] : [""];
  return [...new Set([...empty, ...(choices.includes(now) || now === "" ? [] : [now]), ...choices])];
}

function known(order: OrderDetails, field: CorrectableField, typed: string): string | null {
  const words = (value: string | null) => (value === null ? "empty" : DAYS.has(field) ? formatDay(value) : value);
  const now = order[field];
  const parts = typed === (now ?? "") ? [] : [`Now ${words(now)}`];
  if (order.submitted !== null && order.submitted[field] !== now) {
    parts.push(`As submitted ${words(order.submitted[field])}`);
  }
  return parts.length === 0 ? null : parts.join(" · ");
}
