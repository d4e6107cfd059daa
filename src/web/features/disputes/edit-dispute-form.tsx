import { Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { type ChangeEvent, useId } from "react";
import { CURRENCIES } from "#contract/disputes/currencies.ts";
import {
  DISPUTE_REASON_LABELS,
  DISPUTE_REASONS,
  DISPUTE_STAGE_LABELS,
  DISPUTE_STAGES,
  type Dispute,
  type UpdateDisputeInput,
  updateDisputeSchema,
} from "#contract/disputes/disputes.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { useKeptForm } from "#web/platform/use-kept-form.ts";
import { EditConflict } from "#web/ui/edit-conflict.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { KeptNote } from "#web/ui/kept-note.tsx";
import { DisputeFacts } from "./dispute-facts.tsx";
import { amountText } from "./dispute-text.ts";
import { useUpdateDisputeMutation } from "./disputes.api.ts";
import { useOpenedDispute } from "./use-opened-dispute.ts";

/** Enters or corrects the details of the open dispute. */
export function EditDisputeForm({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const dispute = useOpenedDispute(order);
  return dispute && <DisputeForm order={order} {...dispute} onDone={onDone} />;
}

const LAST_DAY = "9999-12-31";
const REASONS = [
  { value: "", label: "Not known yet" },
  ...DISPUTE_REASONS.map((value) => ({ value, label: DISPUTE_REASON_LABELS[value] })),
];

const STAGES = [
  { value: "", label: "Not known yet" },
  ...DISPUTE_STAGES.map((value) => ({ value, label: DISPUTE_STAGE_LABELS[value] })),
];

const TYPED = ["reason", "stage", "amount", "currency", "dueDate", "caseId"] as const;

function formValues({ id, version, reason, stage, amount, currency, due_date, case_id }: Dispute): UpdateDisputeInput {
  return {
    disputeId: id,
    version,
    reason: reason ?? "",
    stage: stage ?? "",
    amount: amount ?? "",
    currency: currency ?? "",
    dueDate: due_date ?? "",
    caseId: case_id ?? "",
  };
}

/** A dispute whose details nobody has entered is most likely about the whole payment. */
function firstValues(dispute: Dispute, { amount, currency }: OrderDetails): UpdateDisputeInput {
  const { reason, due_date, case_id } = dispute;
  const isBlank = [reason, dispute.amount, dispute.currency, due_date, case_id].every((fact) => fact === null);
  if (!isBlank || amount === null || currency === null) return formValues(dispute);
  return { ...formValues(dispute), amount, currency };
}

interface FormProps {
  order: OrderDetails;
  opened: Dispute;
  /** The same dispute as it is now. */
  now: Dispute;
  onDone: () => void;
}

function DisputeForm({ order, opened, now, onDone }: FormProps) {
  const [save, { isLoading }] = useUpdateDisputeMutation();
  const form = useContractForm(updateDisputeSchema, firstValues(opened, order));
  const version = form.watch("version");
  const ofOrder = amountText(order);
  const currencies = useId();

  const { isKept, forget } = useKeptForm(form, `dispute ${opened.id}`, TYPED);
  const submit = useContractSubmit(form, (body) => save({ orderId: order.order_id, body }).unwrap(), {
    about: `dispute ${opened.id}`,
    sticky: true,
    onDone: ({ data }) => {
      form.setValue("version", data.version);
      forget();
      onDone();
    },
  });

  // Amount and currency are validated together: a change of one clears the other's error.
  const recheck = (other: "amount" | "currency") => {
    if (form.formState.errors[other] !== undefined) void form.trigger(other);
  };
  const currency = registerField(form, "currency", { onChange: () => recheck("amount") });
  const inCapitals = (event: ChangeEvent<HTMLInputElement>) => {
    event.currentTarget.value = event.currentTarget.value.toUpperCase();
    return currency.onChange(event);
  };

  // Native validation stays on: only the browser knows about an incomplete date.
  return (
    <form onSubmit={submit} aria-label="Dispute">
      <Stack gap="sm">
        {isKept && <KeptNote />}
        {now.version > version && (
          <EditConflict
            title="Someone else has changed this dispute"
            take="Use the current details"
            onTake={() => form.reset(formValues(now))}
            keep="Keep what I typed"
            onKeep={now.is_open ? () => form.setValue("version", now.version) : null}
          >
            <p>{now.is_open ? "The current details:" : "It is closed now. Open it again before you change it."}</p>
            <DisputeFacts dispute={now} />
          </EditConflict>
        )}
        <Group gap="sm" align="flex-start" grow>
          <NativeSelect label="Reason" data={REASONS} data-autofocus {...registerField(form, "reason")} />
          <NativeSelect label="Stage" data={STAGES} {...registerField(form, "stage")} />
        </Group>
        <Group gap="sm" align="flex-start" grow>
          <TextInput
            label="Amount"
            inputMode="decimal"
            autoComplete="off"
            description={ofOrder === null ? "As the bank states it." : `The order's is ${ofOrder}.`}
            {...registerField(form, "amount", { onChange: () => recheck("currency") })}
          />
          <TextInput
            label="Currency"
            description="Three letters."
            autoComplete="off"
            maxLength={3}
            {...currency}
            onChange={inCapitals}
            list={currencies}
          />
          <datalist id={currencies}>
            {CURRENCIES.map((code) => (
              <option key={code} value={code} />
            ))}
          </datalist>
        </Group>
        <TextInput
          label="Answer due"
          type="date"
          max={LAST_DAY}
          description="The day by which the bank expects the response."
          {...registerField(form, "dueDate")}
        />
        <TextInput
          label="Case id"
          description="The processor's own number of the case."
          autoComplete="off"
          {...registerField(form, "caseId")}
        />
        <FormActions
          submit="Save"
          loading={isLoading}
          onCancel={() => {
            forget();
            onDone();
          }}
        />
      </Stack>
    </form>
  );
}
