import { Button, Stack } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { MAIL_PROVIDERS } from "#contract/mail.ts";
import type { OrderDetails } from "#contract/orders.ts";
import { ProviderChoice } from "#web/features/mail/provider-choice.tsx";
import { asksForReason } from "#web/features/mail/recipient.ts";
import { RecipientFields } from "#web/features/mail/recipient-fields.tsx";
import { showFieldErrors, useContractForm } from "#web/platform/form.ts";
import classes from "./documents.module.css";
import { DropZone } from "./drop-zone.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { uploadFormSchema } from "./upload-schema.ts";
import { useUpload } from "./use-upload.ts";

const FIELDS = ["file", "email", "reason", "mailServiceProvider"] as const;

/** Stores a finished document and mails it. What was typed and picked stays until that succeeded. */
export function UploadForm({ order }: { order: OrderDetails }) {
  const { upload, share, cancel } = useUpload();
  const [isReasonAsked, setReasonAsked] = useState(false);
  const schema = useMemo(() => uploadFormSchema(order.email), [order.email]);
  const form = useContractForm(schema, {
    email: order.email ?? "",
    mailServiceProvider: MAIL_PROVIDERS[0],
    reason: "",
    file: null,
  });
  const { field, fieldState } = useController({ control: form.control, name: "file" });
  const isReasonShown = isReasonAsked || asksForReason(form.watch("email"), order.email);
  const isUploading = share !== null;

  // The button makes way for the progress, and back: without this the keyboard would start at the top again.
  const submitButton = useRef<HTMLButtonElement>(null);
  const [uploads, setUploads] = useState(0);
  useEffect(() => {
    if (uploads === 0 || document.activeElement !== document.body) return;
    const wrong = FIELDS.find((name) => form.getFieldState(name).invalid);
    if (wrong === undefined) submitButton.current?.focus();
    else form.setFocus(wrong);
  }, [uploads, form]);

  const submit = form.handleSubmit(async ({ file, reason, ...values }) => {
    const body = { orderId: order.order_id, ...values, reason: isReasonShown ? reason : null };
    const error = await upload({ body, file });
    setUploads((count) => count + 1);
    if (error === null) {
      setReasonAsked(false);
      form.reset({ ...form.getValues(), email: order.email ?? "", reason: "", file: null });
      return;
    }
    if (error.refusal?.code === "reason_required") {
      setReasonAsked(true);
      form.setError("reason", { message: error.message });
    }
    if (error.refusal?.code === "too_large" || error.refusal?.code === "unsupported_type") {
      form.setError("file", { message: error.message });
    }
    showFieldErrors(form, error);
  });

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <DropZone
        file={field.value}
        error={fieldState.error?.message}
        isDisabled={isUploading}
        inputRef={field.ref}
        onPick={field.onChange}
        onBlur={field.onBlur}
      />
      <Stack gap="sm">
        <RecipientFields form={form} email="email" reason="reason" isReasonShown={isReasonShown} />
        <ProviderChoice control={form.control} name="mailServiceProvider" />
        {share === null ? (
          <Button
            ref={submitButton}
            type="submit"
            className={classes.submit ?? ""}
            leftSection={<IconUpload size={16} aria-hidden />}
          >
            Upload Document
          </Button>
        ) : (
          <UploadProgress share={share} onCancel={cancel} />
        )}
      </Stack>
    </form>
  );
}
