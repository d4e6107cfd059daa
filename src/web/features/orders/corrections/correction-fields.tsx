import { NativeSelect, TextInput } from "@mantine/core";
import { CORRECTABLE_FIELDS, type CorrectableField, SUBMITTED_LABELS } from "#contract/correction-fields.ts";
import { formatDay } from "#contract/dates.ts";
import type { OrderDetails } from "#contract/order-detail.ts";
import { PROCESSING_MODES } from "#contract/processing-mode.ts";
import type { CorrectionValues } from "./correction-values.ts";
import classes from "./corrections.module.css";

const DAYS: ReadonlySet<CorrectableField> = new Set(["arrival_date", "date_of_birth"]);

interface Props {
  order: OrderDetails;
  typed: CorrectionValues;
  errors: Record<string, string>;
  onType: (field: CorrectableField, value: string) => void;
}

/** One entry for each field, below it the value now and the one submitted, where they differ from what is typed. */
export function CorrectionFields({ order, typed, errors, onType }: Props) {
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
        return field === "processing_mode" ? (
          <NativeSelect key={field} {...shared} data={[...PROCESSING_MODES]} />
        ) : (
          <TextInput key={field} {...shared} {...(DAYS.has(field) && { type: "date", max: "9999-12-31" })} />
        );
      })}
    </div>
  );
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
