import { Button, Group, Stack, TextInput, Title } from "@mantine/core";
import { useRef, useState } from "react";
import { useController } from "react-hook-form";
import { CURRENT_PROFILE } from "#contract/filings/filing-profile.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { DropZone } from "#web/features/documents/drop-zone.tsx";
import { toApiError } from "#web/platform/api-error.ts";
import { useContractForm } from "#web/platform/form.ts";
import { showRefusal } from "#web/platform/show-refusal.ts";
import { toast } from "#web/platform/toasts.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import classes from "./filing-sheet.module.css";
import { useRecordFilingMutation } from "./filings.api.ts";
import { askedSchema, isAboutReceipt, recordFormSchema, utcNow } from "./record-schema.ts";

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
        <RecordForm
          order={order}
          factsVersion={factsVersion}
          onRecorded={(reference) => {
            setFiledUnder(reference);
            requestAnimationFrame(() => done.current?.focus());
          }}
        />
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
  const { errors, dirtyFields } = form.formState;
  const { field, fieldState } = useController({ control: form.control, name: "receipt" });
  const about = `filing ${order.order_id}`;

  type Values = Parameters<Parameters<typeof form.handleSubmit>[0]>[0];
  const send = async (values: Values, confirmed?: string): Promise<void> => {
    const { receipt, ...fields } = values;
    const body = { orderId: order.order_id, factsVersion, profile: CURRENT_PROFILE.id, ...fields };
    try {
      const file = receipt === null ? {} : { file: receipt };
      const { message, data } = await record({
        body: confirmed === undefined ? body : { ...body, confirm: confirmed },
        ...file,
      }).unwrap();
      toast.success(message, { about });
      onRecorded(data.reference);
    } catch (thrown) {
      const { refusal } = toApiError(thrown);
      const asked = refusal?.code === "confirmation_required" ? askedSchema.safeParse(refusal.data).data : undefined;
      if (refusal !== null && asked !== undefined && confirmed === undefined) {
        const question = { title: "Record another filing?", text: refusal.message, yes: "Record it", no: "Cancel" };
        if (await confirm({ ...question, danger: false })) await send(values, asked.confirm.join(","));
        return;
      }
      if (refusal !== null && isAboutReceipt(refusal.code, refusal.message)) {
        form.setError("receipt", { message: refusal.message });
      }
      showRefusal(form, thrown, { sticky: true, about });
    }
  };

  return (
    <form onSubmit={form.handleSubmit((values) => send(values))} noValidate aria-label="Record filing">
      <Stack gap="sm">
        <TextInput
          label="Reference"
          description="The number that the authority gave."
          withAsterisk
          autoComplete="off"
          error={errors.reference?.message}
          {...form.register("reference")}
          // The sheet may have been open for a while.
          onFocus={() => dirtyFields.filedAt !== true && form.setValue("filedAt", utcNow())}
        />
        <TextInput
          label="Filed at (UTC)"
          type="datetime-local"
          withAsterisk
          max="9999-12-31T23:59"
          error={errors.filedAt?.message}
          {...form.register("filedAt")}
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
        <Button type="submit" loading={isLoading} className={classes.submit ?? ""}>
          Record filing
        </Button>
      </Stack>
    </form>
  );
}
