import { Button, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { countryReportSchema } from "#contract/reports/reports.ts";
import { toApiError } from "#web/platform/api-error.ts";
import { registerField, showFieldErrors, useContractForm } from "#web/platform/form.ts";
import type { ReportDates } from "./report-dates.ts";
import classes from "./report-form.module.css";

interface Props {
  /** The dates of the report on the screen. */
  dates: ReportDates;
  /** Why that report was refused, if it was. */
  error: unknown;
  onSubmit: (dates: ReportDates) => Promise<void>;
}

/** From, To and Submit. Native validation stays on: only the browser knows about an incomplete date. */
export function ReportForm({ dates: { fromDate, toDate }, error, onSubmit }: Props) {
  const form = useContractForm(countryReportSchema, { fromDate, toDate });
  const { isSubmitting } = form.formState;

  // The browser's Back button changes the dates too.
  useEffect(() => form.reset({ fromDate, toDate }), [form, fromDate, toDate]);
  useEffect(() => {
    if (error !== undefined) showFieldErrors(form, toApiError(error));
  }, [form, error]);

  const submit = form.handleSubmit((values) =>
    onSubmit({ fromDate: values.fromDate ?? "", toDate: values.toDate ?? "" }),
  );

  return (
    <form className={classes.form} onSubmit={submit} aria-label="Dates of the report">
      <TextInput label="From" type="date" max={LAST_DAY} {...registerField(form, "fromDate", { deps: "toDate" })} />
      <TextInput label="To" type="date" max={LAST_DAY} {...registerField(form, "toDate", { deps: "fromDate" })} />
      <Button type="submit" loading={isSubmitting} className={classes.submit ?? ""}>
        Submit
      </Button>
    </form>
  );
}

/** Without it a date input accepts years of six digits. */
const LAST_DAY = "9999-12-31";
