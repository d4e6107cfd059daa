import { Button, CloseButton, TextInput } from "@mantine/core";
import { formatDay } from "#contract/dates.ts";
import { announce } from "#web/ui/announcer.tsx";
import { Section } from "#web/ui/section.tsx";
import type { ServiceFormApi } from "./service-form-schema.ts";
import classes from "./service-settings.module.css";

/** Single days without open hours, such as holidays. */
export function ClosedDays({ form }: { form: ServiceFormApi }) {
  const [closed, newDay] = form.watch(["calendar.closed", "newDay"]);
  const change = (days: string[]) => form.setValue("calendar.closed", days, { shouldValidate: true });

  const add = () => {
    if (newDay === "") return;
    form.setValue("newDay", "");
    change([...new Set([...closed, newDay])].sort());
    announce(`${formatDay(newDay)} added`);
  };
  const remove = (day: string) => {
    change(closed.filter((each) => each !== day));
    announce(`${formatDay(day)} removed`);
  };

  return (
    <Section title="Closed days">
      <p className={classes.note}>Days without open hours, such as holidays.</p>
      {closed.length > 0 && (
        <ul className={classes.days}>
          {closed.map((day) => (
            <li key={day}>
              <span>{formatDay(day)}</span>
              <CloseButton size="sm" aria-label={`Remove ${formatDay(day)}`} onClick={() => remove(day)} />
            </li>
          ))}
        </ul>
      )}
      <div className={classes.add}>
        <TextInput
          label="Day"
          type="date"
          max="9999-12-31"
          error={form.formState.errors.calendar?.closed?.message}
          {...form.register("newDay")}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || newDay === "") return;
            event.preventDefault();
            add();
          }}
        />
        <Button variant="default" onClick={add} className={classes.addButton ?? ""}>
          Add closed day
        </Button>
      </div>
    </Section>
  );
}
