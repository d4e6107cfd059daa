import { Button, Group, Loader, Progress, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type SubmitEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useController } from "react-hook-form";
import type { uploadDocument } from "#contract/documents/documents.ts";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { ProviderChoice } from "#web/features/mail/provider-choice.tsx";
import { asksForReason } from "#web/features/mail/recipient.ts";
import { RecipientFields } from "#web/features/mail/recipient-fields.tsx";
import type { CallInput } from "#web/platform/api-call.ts";
import { type ApiError, errorMessage, toApiError } from "#web/platform/api-error.ts";
import { showFieldErrors, useContractForm } from "#web/platform/form.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { toast } from "#web/platform/toasts.ts";
import { announce } from "#web/ui/announcer.tsx";
import { useUploadDocumentMutation } from "./documents.api.ts";
import classes from "./documents.module.css";
import { DropZone } from "./drop-zone.tsx";
import { FindingMark } from "./finding-mark.tsx";
import { adviceText, FINDING_TONES } from "./finding-text.ts";
import { uploadFormSchema } from "./upload-schema.ts";
import { type CheckOutcome, useDocumentCheck } from "./use-document-check.ts";
import { useMismatchConfirmation } from "./use-mismatch-confirmation.ts";
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
  const { mismatch, isOpen, mayUpload, answer } = useMismatchConfirmation(fileInput);
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
            style={{ alignSelf: "flex-start" }}
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
      <WrongDocumentDialog order={order} isOpen={isOpen} mismatch={mismatch} onAnswer={answer} />
    </form>
  );
}

/** The result of comparing a chosen file with its order; hidden while there is none. */
function CheckNote({ outcome }: { outcome: CheckOutcome | { is: "running" } }) {
  const words = wordsOf(outcome);
  useEffect(() => {
    if (words !== null) announce(words);
  }, [words]);
  if (outcome.is === "running") {
    return (
      <span className={classes.finding} data-tone="waiting">
        <Loader size={14} aria-hidden />
        <span>Comparing it with the order</span>
      </span>
    );
  }
  if (words === null) return null;
  return (
    <FindingMark tone={outcome.is === "done" ? FINDING_TONES[outcome.finding.verdict] : "unclear"} words={words} />
  );
}

function wordsOf(outcome: CheckOutcome | { is: "running" }): string | null {
  if (outcome.is === "done") return adviceText(outcome.finding);
  return outcome.is === "failed" ? DOCUMENT_MESSAGES.checkFailed : null;
}

/** The share of the file that was sent. Afterwards the server still inspects and stores it, which can't be measured. */
function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const root = useRef<HTMLDivElement>(null);
  // Only once: a focus that moved on to Cancel must stay while the percentage changes.
  useEffect(() => root.current?.focus({ preventScroll: true }), []);
  const percent = Math.round(share * 100);
  const words = percent < 100 ? `Uploading ${percent} %` : "Checking and storing the document";
  return (
    <div ref={root} tabIndex={-1}>
      <Group justify="space-between" mb={6}>
        <Text size="sm" className="ad-numbers">
          {words}
        </Text>
        <Button variant="subtle" size="compact-xs" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
      <Progress.Root size="md">
        <Progress.Section value={percent} aria-label="Upload" aria-valuetext={words} animated={percent === 100} />
      </Progress.Root>
    </div>
  );
}

type Upload = Omit<CallInput<typeof uploadDocument>, "onProgress"> & { body: { orderId: number } };

/** Uploads with progress. `upload` resolves to null when the document is stored, otherwise to the error. */
function useUpload() {
  const [send] = useUploadDocumentMutation();
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<ReturnType<typeof send> | null>(null);
  const isCancelled = useRef(false);

  const upload = async (input: Upload): Promise<ApiError | null> => {
    const about = `upload ${input.body.orderId}`;
    isCancelled.current = false;
    setShare(0);
    const sent = send({ ...input, onProgress: setShare });
    running.current = sent;
    try {
      const { message } = await sent.unwrap();
      toast.success(message, { about });
      return null;
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!isCancelled.current) toast.error(errorMessage(error), { sticky: true, about });
      return error;
    } finally {
      setShare(null);
      running.current = null;
    }
  };

  const cancel = () => {
    isCancelled.current = true;
    running.current?.abort();
  };

  return { upload, share, cancel };
}
