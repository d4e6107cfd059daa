import { Alert, Checkbox, Stack, Textarea } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, useEffect, useState } from "react";
import { CONFIRMATIONS, type Confirmation } from "#contract/corrections/confirmations.ts";
import { CORRECTED_BY, type CorrectableField, fieldLabels } from "#contract/corrections/correction-fields.ts";
import { CORRECTION_MESSAGES } from "#contract/corrections/messages.ts";
import { DOUBTS, type Doubt } from "#contract/corrections/plausibility.ts";
import { formatDay } from "#contract/dates.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import { can } from "#contract/roles.ts";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { useSession } from "#web/platform/use-session.ts";
import { EditConflict } from "#web/ui/edit-conflict.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { CorrectionFields } from "./correction-fields.tsx";
import { type CorrectionValues, correctionValues, keptEntries, typedChanges } from "./correction-values.ts";
import { useCorrectOrderMutation, usePreviewCorrectionQuery, useRequestCorrectionMutation } from "./corrections.api.ts";

const PREVIEW_AFTER_MS = 300;

interface Props {
  order: OrderDetails;
  onDone: () => void;
  /** Called when there is typed text that closing would lose, and when there no longer is. */
  onDraft: (isDraft: boolean) => void;
}

/** New values, the reason, and the consequences; a field that the role may not correct makes it a request. */
export function CorrectOrderForm({ order, onDone, onDraft }: Props) {
  const [base, setBase] = useState(() => ({ version: order.facts_version, values: correctionValues(order) }));
  const [typed, setTyped] = useState(base.values);
  const [reason, setReason] = useState("");
  const [confirmed, setConfirmed] = useState<Confirmation[]>([]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [correct, { isLoading: isCorrecting }] = useCorrectOrderMutation();
  const [request, { isLoading: isRequesting }] = useRequestCorrectionMutation();
  const role = useSession()?.user.type;
  const fields = typedChanges(typed, base.values);
  const changed = Object.keys(fields) as CorrectableField[];
  const refused = changed.filter((field) => role !== undefined && !can(role, CORRECTED_BY[field]));

  // Doubts about values that stay: confirming one is a correction to the value that the order has.
  const standing = order.doubts.filter(
    (doubt) =>
      !changed.includes(DOUBTS[doubt].field) && role !== undefined && can(role, CORRECTED_BY[DOUBTS[doubt].field]),
  );
  const settled = refused.length === 0 ? standing.filter((doubt) => confirmed.includes(doubt)) : [];

  const isDraft = changed.length > 0 || settled.length > 0 || reason.trim() !== "";
  useEffect(() => {
    onDraft(isDraft);
    return () => onDraft(false);
  });

  const [asked] = useDebouncedValue(JSON.stringify(fields), PREVIEW_AFTER_MS);
  const arg = { orderId: order.order_id, fields: JSON.parse(asked) as typeof fields };
  const previewed = usePreviewCorrectionQuery(arg, { skip: asked === "{}" });
  const isCurrent = asked === JSON.stringify(fields) && asked !== "{}" && !previewed.isFetching;
  const preview = isCurrent ? previewed.data?.data : undefined;
  const previewErrors = isCurrent ? fieldErrors(previewed.error) : {};
  const target = preview && preview.process_status !== order.process_status ? preview.process_status : null;
  const toConfirm = refused.length === 0 ? (preview?.confirm ?? []) : [];
  const now = correctionValues(order);
  const take = (values: CorrectionValues) => {
    setTyped(values);
    setBase({ version: order.facts_version, values: now });
  };

  const about = `correct ${order.order_id}`;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (changed.length === 0 && settled.length === 0) return setErrors({ form: CORRECTION_MESSAGES.correctionEmpty });
    if (reason.trim() === "") return setErrors({ reason: CORRECTION_MESSAGES.correctionReasonRequired });
    setErrors({});
    const { order_id: orderId } = order;
    try {
      const { message } =
        refused.length > 0
          ? await request({ orderId, fields, note: reason }).unwrap()
          : await correct({
              orderId,
              factsVersion: base.version,
              fields: {
                ...Object.fromEntries(settled.map((doubt) => [DOUBTS[doubt].field, order[DOUBTS[doubt].field]])),
                ...fields,
              },
              reason,
              confirm: confirmed,
            }).unwrap();
      toast.success(message, { about });
      onDone();
    } catch (thrown) {
      setErrors(fieldErrors(thrown));
      toast.error(errorMessage(thrown), { sticky: true, about });
    }
  };

  const ordinary = target ? `Correct and move to ${statusLabel(target)}` : "Correct";
  const confirming = changed.length === 0 && settled.length > 0 ? "Confirm" : ordinary;
  const action = refused.length > 0 ? "Request correction" : confirming;
  const confirmBox = (each: Confirmation, label: string) => (
    <Checkbox
      key={each}
      mt="xs"
      label={label}
      checked={confirmed.includes(each)}
      onChange={({ currentTarget: { checked } }) =>
        setConfirmed((all) => (checked ? [...all, each] : all.filter((other) => other !== each)))
      }
    />
  );
  return (
    <form onSubmit={submit} noValidate aria-label="Correction">
      <Stack gap="sm">
        {order.facts_version > base.version && (
          <EditConflict
            title="A colleague has corrected this order"
            take="Take the new values"
            onTake={() => take(now)}
            keep="Keep mine"
            onKeep={() => take(keptEntries(typed, base.values, now))}
          >
            {(Object.keys(typedChanges(now, base.values)) as CorrectableField[]).map((field) => (
              <div key={field}>{`${fieldLabels([field])} is now ${now[field] === "" ? "empty" : now[field]}.`}</div>
            ))}
          </EditConflict>
        )}
        <CorrectionFields
          order={order}
          typed={typed}
          errors={{ ...previewErrors, ...errors }}
          onType={(field, value) => {
            setTyped((all) => ({ ...all, [field]: value }));
            // What was confirmed was another value.
            setConfirmed((all) => all.filter((each) => !(each in DOUBTS) || DOUBTS[each as Doubt].field !== field));
            setErrors({});
          }}
        />
        <Textarea
          label="Reason"
          description="Who said so, and what was wrong. It is kept in the order's history."
          required
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          error={errors.reason}
          onChange={({ currentTarget: { value } }) => setReason(value)}
        />
        {refused.length === 0 && standing.length > 0 && (
          <Alert title="In doubt">
            {standing.map((doubt) => confirmBox(doubt, `${DOUBTS[doubt].words} It is right.`))}
          </Alert>
        )}
        <div aria-live="polite">
          {refused.length > 0 && (
            <Alert>{`Your role can't correct ${fieldLabels(refused)}; a colleague decides your request.`}</Alert>
          )}
          {preview !== undefined && refused.length === 0 && (
            <Alert title="Consequences">
              {preview.processing_date !== order.processing_date && preview.processing_date !== null && (
                <div>{`The processing date becomes ${formatDay(preview.processing_date)}.`}</div>
              )}
              <div>
                {target === null
                  ? `The order stays in ${statusLabel(order.process_status, order.refund_date)}.`
                  : `The order moves to ${statusLabel(target)}.`}
              </div>
              {preview.duplicates.length > 0 && (
                <div>{`It may be a duplicate of order ${preview.duplicates.join(", ")}.`}</div>
              )}
              {toConfirm.map((each) => confirmBox(each, `${CONFIRMATIONS[each]} Correct it anyway.`))}
            </Alert>
          )}
        </div>
        {errors.form !== undefined && (
          <Alert color="red" role="alert">
            {errors.form}
          </Alert>
        )}
        <FormActions
          submit={action}
          mt={0}
          loading={isCorrecting || isRequesting}
          disabled={toConfirm.some((each) => !confirmed.includes(each))}
          onCancel={onDone}
        />
      </Stack>
    </form>
  );
}

/** The refusal's messages by field; those of `fields.x` at the field x. */
function fieldErrors(thrown: unknown): Record<string, string> {
  if (thrown === undefined) return {};
  const found = toApiError(thrown).refusal?.errors ?? [];
  return Object.fromEntries(found.map(({ path, message }) => [path.replace(/^fields\./, ""), message]));
}
