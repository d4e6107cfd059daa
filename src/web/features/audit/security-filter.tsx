import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import * as z from "zod";
import { AUDIT_TYPES } from "#contract/audit/audit.ts";
import { AUDIT_TYPE_LABELS } from "#contract/audit/audit-sentences.ts";
import { ORDER_MESSAGES } from "#contract/orders/messages.ts";
import { REPORT_MESSAGES } from "#contract/reports/messages.ts";
import { useTeamQuery } from "#web/features/team/team.api.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import classes from "./security.module.css";
import { type SecurityFilter, type SecurityTab, withFilter } from "./security-url.ts";

const schema = z
  .object({
    type: z.enum(["", ...AUDIT_TYPES]),
    member: z.string(),
    order: z
      .string()
      .trim()
      .regex(/^([1-9][0-9]{0,14})?$/, ORDER_MESSAGES.orderIdInvalid),
    from: z.string(),
    to: z.string(),
  })
  .refine(({ from, to }) => from === "" || to === "" || from <= to, {
    error: REPORT_MESSAGES.dateRange,
    path: ["from"],
  });

const NOTHING: SecurityFilter = { type: "", member: "", order: "", from: "", to: "" };
const TYPES = [...AUDIT_TYPES].sort((a, b) => AUDIT_TYPE_LABELS[a].localeCompare(AUDIT_TYPE_LABELS[b], "en"));

/** The filter of the list; its values are kept in the URL. */
export function SecurityFilterForm({ tab, filter }: { tab: SecurityTab; filter: SecurityFilter }) {
  const [, setParams] = useSearchParams();
  const team = useTeamQuery();
  const form = useContractForm(schema, filter);
  const { type, member, order, from, to } = filter;
  const members = team.data?.data ?? [];
  const isRemoved = team.data !== undefined && member !== "" && !members.some(({ id }) => String(id) === member);

  // A click on a name and the browser's Back button change the filter too.
  useEffect(() => form.reset({ type, member, order, from, to }), [form, type, member, order, from, to]);
  // A select drops a value whose option arrives later; text typed in the other fields in the meantime stays.
  useEffect(() => {
    if (members.length > 0) form.setValue("member", form.getValues("member"));
  }, [form, members.length]);

  const show = (next: SecurityFilter) =>
    setParams((current) => withFilter(current, next), { preventScrollReset: true });

  /** Also clears text that was typed but not applied. */
  function clear() {
    form.reset(NOTHING);
    show(NOTHING);
  }

  return (
    <form className={classes.filter} onSubmit={form.handleSubmit(show)} noValidate aria-label="Narrow the list">
      {tab === "log" && (
        <NativeSelect label="Event" className={classes.event} {...form.register("type")}>
          <option value="">All</option>
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {AUDIT_TYPE_LABELS[each]}
            </option>
          ))}
        </NativeSelect>
      )}
      <NativeSelect label="Member" {...form.register("member")}>
        <option value="">All</option>
        {isRemoved && <option value={member}>{`Removed member ${member}`}</option>}
        {members.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <TextInput label="Order" inputMode="numeric" autoComplete="off" {...registerField(form, "order")} />
      <TextInput label="From" type="date" max="9999-12-31" {...registerField(form, "from")} />
      <TextInput label="To" type="date" max="9999-12-31" {...registerField(form, "to")} />
      <div className={classes.buttons}>
        <Button type="submit">Show</Button>
        <Button variant="default" onClick={clear}>
          Clear
        </Button>
      </div>
    </form>
  );
}
