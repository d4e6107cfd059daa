import { Checkbox, TextInput } from "@mantine/core";
import { Fragment } from "react";
import { registerField } from "#web/platform/form.ts";
import { Section } from "#web/ui/section.tsx";
import type { ServiceFormApi } from "./service-form-schema.ts";
import classes from "./service-settings.module.css";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** A line for each day of the week: whether it is open, and from when to when. */
export function WeekRows({ form }: { form: ServiceFormApi }) {
  const { errors } = form.formState;
  const week = form.watch("calendar.week");
  const message = errors.calendar?.week?.message ?? errors.calendar?.week?.root?.message;
  // The days are validated together: at least one is open, and a changed start may mend an end.
  const recheck = { onChange: () => void form.trigger("calendar.week") };
  return (
    <Section title="Open hours">
      <p className={classes.note}>
        Open hours count on ticked days, from and to these times in Sri Lanka (00:00 to 24:00 is the whole day).
      </p>
      <div className={classes.week}>
        {DAYS.map((day, index) => (
          <Fragment key={day}>
            <Checkbox
              label={day}
              className={classes.day ?? ""}
              {...form.register(`calendar.week.${index}.isOpen`, recheck)}
            />
            {week[index]?.isOpen === true ? (
              (["from", "to"] as const).map((end) => (
                <TextInput
                  key={end}
                  aria-label={`${day} ${end}`}
                  leftSection={<span aria-hidden>{end}</span>}
                  leftSectionWidth={48}
                  leftSectionPointerEvents="none"
                  maxLength={5}
                  autoComplete="off"
                  {...registerField(form, `calendar.week.${index}.${end}`, recheck)}
                />
              ))
            ) : (
              <span className={classes.closed}>Closed</span>
            )}
          </Fragment>
        ))}
      </div>
      {message !== undefined && (
        <p role="alert" className={classes.error}>
          {message}
        </p>
      )}
    </Section>
  );
}
