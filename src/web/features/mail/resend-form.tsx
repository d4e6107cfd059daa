import { Stack } from "@mantine/core";
import { useMemo, useState } from "react";
import { mailProviderSchema, resendMailSchema } from "#contract/mail/mail.ts";
import { MAIL_MESSAGES } from "#contract/mail/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useContractForm } from "#web/platform/form.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { toast } from "#web/platform/toasts.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { useResendMailMutation } from "./mail.api.ts";
import { ProviderChoice } from "./provider-choice.tsx";
import { asksForReason, reasonRule } from "./recipient.ts";
import { RecipientFields } from "./recipient-fields.tsx";

/** The resend form's values. */
function resendFormSchema(ownEmail: string | null) {
  return resendMailSchema
    .omit({ orderId: true })
    .extend({ mailServiceProvider: mailProviderSchema })
    .refine(...reasonRule(ownEmail));
}

/** Mails the current document again. */
export function ResendForm({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const [resend, { isLoading }] = useResendMailMutation();
  const [isReasonAsked, setReasonAsked] = useState(false);
  const schema = useMemo(() => resendFormSchema(order.email), [order.email]);
  const form = useContractForm(schema, {
    email: order.email ?? "",
    mailServiceProvider: pageConfig().preferredMailProvider,
    reason: "",
  });
  const isReasonShown = isReasonAsked || asksForReason(form.watch("email"), order.email);

  const about = `resend ${order.order_id}`;
  const submit = useContractSubmit(
    form,
    ({ reason, ...values }) =>
      resend({ orderId: order.order_id, ...values, reason: isReasonShown ? reason : null }).unwrap(),
    {
      about,
      sticky: true,
      showAnswer: ({ message }) =>
        toast[message === MAIL_MESSAGES.mailJustSent ? "info" : "success"](message, { about }),
      onDone,
      onRefused: ({ refusal, message }) => {
        if (refusal?.code !== "reason_required") return;
        setReasonAsked(true);
        form.setError("reason", { message });
      },
    },
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <RecipientFields form={form} email="email" reason="reason" isReasonShown={isReasonShown} />
        <ProviderChoice control={form.control} name="mailServiceProvider" />
        <FormActions submit="Resend" loading={isLoading} onCancel={onDone} />
      </Stack>
    </form>
  );
}
