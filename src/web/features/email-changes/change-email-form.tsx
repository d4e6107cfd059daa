import { Checkbox, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useController } from "react-hook-form";
import {
  CONFIRM_HOURS,
  changeEmailSchema,
  EMAIL_PROOF_LABELS,
  EMAIL_PROOFS,
  type EmailProof,
} from "#contract/email-changes/email-changes.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { useChangeOrderEmailMutation } from "./email-changes.api.ts";
import classes from "./email-changes.module.css";

/** Facts that the screen knows to be missing. The card's digits are not on it. */
function isMissing(order: OrderDetails, proof: EmailProof): boolean {
  return proof !== "card_last4" && order[proof] === null;
}

/** Asks the new address to confirm. */
export function ChangeEmailForm({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const [change, { isLoading }] = useChangeOrderEmailMutation();
  // The version of the values that the member decides on.
  const [factsVersion] = useState(order.facts_version);
  const form = useContractForm(changeEmailSchema, { email: "", reason: "", proof: [] });
  // The first invalid field, in the order of these calls, is focused.
  const email = registerField(form, "email");
  const { field: proof } = useController({ control: form.control, name: "proof" });
  const { errors } = form.formState;

  const submit = useContractSubmit(
    form,
    (values) => change({ orderId: order.order_id, factsVersion, ...values }).unwrap(),
    { onDone },
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <p className={classes.question}>
          {`The new address gets a link to confirm within ${CONFIRM_HOURS} hours. Until then nothing changes. The current address is notified and can object.`}
        </p>
        <TextInput label="New email" type="email" withAsterisk autoComplete="off" data-autofocus {...email} />
        <Checkbox.Group
          label="The caller named"
          description="At least two of these facts, as this order has them."
          withAsterisk
          value={proof.value}
          onChange={proof.onChange}
          error={errors.proof?.message}
        >
          <Stack gap={8} mt={6}>
            {EMAIL_PROOFS.map((each, index) => (
              <Checkbox
                key={each}
                value={each}
                label={EMAIL_PROOF_LABELS[each]}
                disabled={isMissing(order, each)}
                onBlur={proof.onBlur}
                {...(index === 0 && { ref: proof.ref })}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Textarea
          label="Reason"
          description="The reason is recorded in the history of this order."
          withAsterisk
          autosize
          minRows={2}
          maxRows={6}
          {...registerField(form, "reason")}
        />
        <FormActions submit="Ask to confirm" loading={isLoading} onCancel={onDone} />
      </Stack>
    </form>
  );
}
