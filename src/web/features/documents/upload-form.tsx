import { Button, Loader, Stack } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type SubmitEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useController } from "react-hook-form";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { ProviderChoice } from "#web/features/mail/provider-choice.tsx";
import { asksForReason } from "#web/features/mail/recipient.ts";
import { RecipientFields } from "#web/features/mail/recipient-fields.tsx";
import { showFieldErrors, useContractForm } from "#web/platform/form.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { CheckNote } from "./check-note.tsx";
import classes from "./documents.module.css";
import { DropZone } from "./drop-zone.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import { uploadFormSchema } from "./upload-schema.ts";
import { useDocumentCheck } from "./use-document-check.ts";
import { useDoubt } from "./use-doubt.ts";
import { useUpload } from "./use-upload.ts";
import { WrongDocumentDialog } from "./wrong-document.dialog.tsx";

const FIELDS = ["file", "email", "reason", "mailServiceProvider"] as const;

/**
 * Stores a finished document and mails it. Input stays until that has succeeded. A file whose text does not match the
 * order needs a confirmation; a check that fails does not block the upload.
 */
export function UploadForm({ order }: { order: OrderDetails }) {
  const { upload, share, cancel } = useUpload();
  const [isReasonAsked, setReasonAsked] = useState(false);
  const [refusals] = useState(() => new WeakMap<File, string>());
  const schema = useMemo(() => uploadFormSchema(order.email, refusals), [order.email, refusals]);
  const form = useContractForm(schema, {
    email: order.email ?? "",
    mailServiceProvider: pageConfig().preferredMailProvider,
    reason: "",
    file: null,
  });
  const { field, fieldState } = useController({ control: form.control, name: "file" });
  const isReasonShown = isReasonAsked || asksForReason(form.watch("email"), order.email);
  const isUploading = share !== null;
  const { state: check, settled } = useDocumentCheck(order.order_id, field.value, refusals);
  const fileInput = useRef<HTMLInputElement>(null);
  const { doubt, isAsked, mayUpload, answer } = useDoubt(fileInput);
  const isWaiting = form.formState.isSubmitting && check.is === "running";
  useEffect(() => {
    if (check.is === "refused") void form.trigger("file");
  }, [check, form]);

  // The progress bar replaces the button and back: without this, keyboard users would start at the top again. A closing
  // question may still have the focus. A layout effect, because later the focus keeper would already have moved the
  // focus to the previous field.
  const submitButton = useRef<HTMLButtonElement>(null);
  const [uploads, setUploads] = useState(0);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (uploads === 0 || (focused !== document.body && focused?.closest("[data-closing]") === null)) return;
    const wrong = FIELDS.find((name) => form.getFieldState(name).invalid);
    if (wrong === undefined) submitButton.current?.focus();
    else form.setFocus(wrong);
  }, [uploads, form]);

  const send = form.handleSubmit(async ({ file, reason, ...values }) => {
    const outcome = await settled();
    if (form.getValues("file") !== file) return; // Another file was chosen in the meantime.
    if (outcome.is === "refused") return void (await form.trigger("file", { shouldFocus: true }));
    if (outcome.is === "done" && !(await mayUpload(file, outcome.finding))) return;
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

  // A second click while the first one is still being handled would ask or send twice.
  const isBusy = useRef(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy.current) return;
    isBusy.current = true;
    await send(event).finally(() => {
      isBusy.current = false;
    });
  };

  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <DropZone
        file={field.value}
        error={fieldState.error?.message}
        note={check.is !== "none" && <CheckNote outcome={check} />}
        isDisabled={isUploading}
        inputRef={(element) => {
          field.ref(element);
          fileInput.current = element;
        }}
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
            leftSection={
              isWaiting ? <Loader size={16} color="currentColor" aria-hidden /> : <IconUpload size={16} aria-hidden />
            }
          >
            Upload Document
          </Button>
        ) : (
          <UploadProgress share={share} onCancel={cancel} />
        )}
      </Stack>
      <WrongDocumentDialog order={order} isOpen={isAsked} doubt={doubt} onAnswer={answer} />
    </form>
  );
}
