import { Button, Group, Stack, TextInput, Title } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";
import { useController } from "react-hook-form";
import * as z from "zod";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { CURRENT_PROFILE } from "#contract/filings/filing-profile.ts";
import { recordFilingSchema } from "#contract/filings/filings.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { DropZone } from "#web/features/documents/drop-zone.tsx";
import { fileProblem } from "#web/features/documents/upload-file.ts";
import { toApiError } from "#web/platform/api-error.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { serverNow } from "#web/platform/server-clock.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import classes from "./filing-sheet.module.css";
import { useRecordFilingMutation } from "./filings.api.ts";

const WITHOUT_SECONDS = "2026-03-01T14:05".length;

/** What an input of the type `datetime-local` holds is meant as UTC here. Browsers leave out seconds that are zero. */
const utcTime = z
  .string()
  .transform((text) => `${text}${text.length === WITHOUT_SECONDS ? ":00" : ""}Z`)
  .pipe(recordFilingSchema.shape.filedAt);

/** Date and time in UTC, as an input of the type `datetime-local` takes it. */
const utcNow = () => new Date(serverNow()).toISOString().slice(0, 16);

/** The form's values. Whether the time has come is decided by the server's clock. */
const recordFormSchema = recordFilingSchema.pick({ reference: true }).extend({
  filedAt: utcTime,
  receipt: z.custom<File | null>().superRefine((file, context) => {
    const problem = file === null ? null : fileProblem(file);
    if (problem !== null) context.addIssue({ code: "custom", message: problem });
  }),
});

/** The words of a refusal that asks for a confirmation. */
const confirmationSchema = z.object({ confirm: z.array(z.string()).min(1) });

/** Refusals that are about the receipt, whatever their message. */
const RECEIPT_CODES: ReadonlySet<string> = new Set(["too_large", "unsupported_type"]);
const PDF_REFUSALS: ReadonlySet<string> = new Set([
  DOCUMENT_MESSAGES.uploadPdfEncrypted,
  DOCUMENT_MESSAGES.uploadPdfActive,
  DOCUMENT_MESSAGES.uploadPdfBroken,
  DOCUMENT_MESSAGES.uploadTrailing,
]);

/** True when a refusal is about the receipt. */
function isAboutReceipt(code: string, message: string): boolean {
  return RECEIPT_CODES.has(code) || PDF_REFUSALS.has(message);
}

interface Props {
  order: OrderDetails;
  /** The version of the facts that were copied. */
  factsVersion: number;
  offer: { label: string; run: () => void } | null;
}

/** Records that the order was filed; offers the next move and moves nothing. */
export function RecordFiling({ order, factsVersion, offer }: Props) {
  const [filedUnder, setFiledUnder] = useState<string | null>(null);
  const done = useRef<HTMLDivElement>(null);

  // With the notice on the screen, not a frame later: the next Tab must start from it.
  useLayoutEffect(() => {
    if (filedUnder !== null) done.current?.focus();
  }, [filedUnder]);

  const move = () => {
    offer?.run();
    done.current?.focus(); // The button goes with its move.
  };

  return (
    <div>
      <Title order={3} className={classes.sectionTitle ?? ""}>
        Filed
      </Title>
      {filedUnder === null ? (
        <RecordForm order={order} factsVersion={factsVersion} onRecorded={setFiledUnder} />
      ) : (
        <div ref={done} tabIndex={-1} className={classes.done}>
          <p>{`Recorded under reference ${filedUnder}.`}</p>
          <Group gap="xs">
            {offer !== null && (
              <Button size="xs" onClick={move}>
                {offer.label}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => setFiledUnder(null)}>
              Record another
            </Button>
          </Group>
        </div>
      )}
    </div>
  );
}

interface FormProps extends Omit<Props, "offer"> {
  /** @param reference under which the filing was recorded */
  onRecorded: (reference: string) => void;
}

/** What was typed stays until it is stored. */
function RecordForm({ order, factsVersion, onRecorded }: FormProps) {
  const [record, { isLoading }] = useRecordFilingMutation();
  const confirm = useConfirm();
  const form = useContractForm(recordFormSchema, {
    reference: "",
    receipt: null,
    filedAt: utcNow(),
  });
  const { dirtyFields } = form.formState;
  const { field, fieldState } = useController({ control: form.control, name: "receipt" });
  const send = ({ receipt, ...fields }: z.output<typeof recordFormSchema>, confirmed?: string) => {
    const body = { orderId: order.order_id, factsVersion, profile: CURRENT_PROFILE.id, ...fields };
    return record({
      body: confirmed === undefined ? body : { ...body, confirm: confirmed },
      ...(receipt !== null && { file: receipt }),
    }).unwrap();
  };
  const submit = useContractSubmit(
    form,
    async (values) => {
      try {
        return await send(values);
      } catch (thrown) {
        const { refusal } = toApiError(thrown);
        const confirmation =
          refusal?.code === "confirmation_required" ? confirmationSchema.safeParse(refusal.data).data : undefined;
        if (refusal === null || confirmation === undefined) throw thrown;
        const question = { title: "Record another filing?", text: refusal.message, yes: "Record it", no: "Cancel" };
        return (await confirm({ ...question, danger: false }))
          ? await send(values, confirmation.confirm.join(","))
          : null;
      }
    },
    {
      about: `filing ${order.order_id}`,
      sticky: true,
      onDone: ({ data }) => onRecorded(data.reference),
      onRefused: ({ refusal }) => {
        if (refusal === null || !isAboutReceipt(refusal.code, refusal.message)) return;
        form.setError("receipt", { message: refusal.message });
      },
    },
  );

  return (
    <form onSubmit={submit} noValidate aria-label="Record filing">
      <Stack gap="sm">
        <TextInput
          label="Reference"
          description="The number that the authority gave."
          withAsterisk
          autoComplete="off"
          {...registerField(form, "reference")}
          // The sheet may have been open for a while.
          onFocus={() => dirtyFields.filedAt !== true && form.setValue("filedAt", utcNow())}
        />
        <TextInput
          label="Filed at (UTC)"
          type="datetime-local"
          withAsterisk
          max="9999-12-31T23:59"
          {...registerField(form, "filedAt")}
        />
        <div>
          <p className={classes.caption}>Receipt (optional)</p>
          <DropZone
            label="Receipt"
            file={field.value}
            error={fieldState.error?.message}
            note={null}
            isDisabled={isLoading}
            inputRef={field.ref}
            onPick={field.onChange}
            onBlur={field.onBlur}
          />
        </div>
        <Button type="submit" loading={isLoading} style={{ alignSelf: "flex-start" }}>
          Record filing
        </Button>
      </Stack>
    </form>
  );
}
