import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ServiceSettings } from "#contract/service-settings/service-settings.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useCan } from "#web/platform/use-can.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { Section } from "#web/ui/section.tsx";
import { ClosedDays } from "./closed-days.tsx";
import { formValues, serviceFormSchema } from "./service-form-schema.ts";
import { useSaveServiceSettingsMutation } from "./service-settings.api.ts";
import classes from "./service-settings.module.css";
import { WeekRows } from "./week-rows.tsx";

const LIMITS = [
  ["hours.standard", "Standard hours", "Open hours for the work, Future orders too."],
  ["hours.priority", "Priority hours", "Open hours for the work."],
  ["margins.standard", "Standard margin", "Hours before the day of arrival, Future orders too."],
  ["margins.priority", "Priority margin", "Hours before the day of arrival."],
] as const;

/** The whole settings in one form. Without the permission it shows them and the reason (decision record 0021). */
export function ServiceForm({ settings }: { settings: ServiceSettings }) {
  const isAllowed = useCan("service:settings");
  const [save, { isLoading }] = useSaveServiceSettingsMutation();
  const [before, setBefore] = useState(settings);
  const form = useContractForm(serviceFormSchema, formValues(settings));

  const submit = useContractSubmit(form, (changed) => save({ ...changed, before }).unwrap(), {
    sticky: true,
    onDone: ({ data }) => {
      setBefore(data);
      form.reset(formValues(data));
    },
  });

  // Native validation stays on: only the browser knows about an incomplete date.
  return (
    <form onSubmit={submit} aria-label="Due times">
      {!isAllowed && <p className={classes.note}>Only an Admin or a Manager can change these settings.</p>}
      <fieldset disabled={!isAllowed} className={classes.fields}>
        <Section title="Hours">
          <div className={classes.limits}>
            {LIMITS.map(([name, label, description]) => (
              <TextInput
                key={name}
                label={label}
                description={description}
                inputMode="numeric"
                autoComplete="off"
                {...registerField(form, name)}
              />
            ))}
          </div>
        </Section>
        <WeekRows form={form} />
        <ClosedDays form={form} />
        <Button type="submit" loading={isLoading} style={{ justifySelf: "start" }}>
          Save
        </Button>
      </fieldset>
    </form>
  );
}
