import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { CONFIRMATIONS, type Confirmation } from "#contract/corrections/confirmations.ts";
import { CORRECTED_BY, type CorrectableField, fieldLabels } from "#contract/corrections/correction-fields.ts";
import type { CorrectionRequest } from "#contract/corrections/correction-records.ts";
import { formatDateTimeUtc } from "#contract/dates.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { can } from "#contract/roles.ts";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { useSession } from "#web/platform/use-session.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { useDecideCorrectionMutation } from "./corrections.api.ts";
import classes from "./corrections.module.css";

function originText({ device, ip, place }: NonNullable<CorrectionRequest["from"]>): string {
  return `on the tracking page, ${device}, ${ip}${place === null ? "" : ` (${place})`}`;
}

/** A requested correction, for those who may decide or withdraw it. */
export function OpenRequest({ order, request }: { order: OrderDetails; request: CorrectionRequest }) {
  const user = useSession()?.user;
  const confirm = useConfirm();
  const [reason, setReason] = useState("");
  const [decide, { isLoading }] = useDecideCorrectionMutation();
  const fields = Object.entries(request.fields) as [CorrectableField, string | null][];
  const mayDecide = user !== undefined && fields.every(([field]) => can(user.type, CORRECTED_BY[field]));
  const isOwn = request.requested_by?.id === user?.id;

  const about = `request ${request.id}`;
  const send = async (accept: boolean, confirmed: Confirmation[] = []): Promise<void> => {
    const facts = accept ? { factsVersion: order.facts_version, confirm: confirmed } : { reason };
    try {
      const body = { requestId: request.id, accept, ...facts };
      const { message } = await decide({ orderId: order.order_id, body }).unwrap();
      toast.success(message, { about });
    } catch (thrown) {
      const { refusal } = toApiError(thrown);
      const toConfirm = (refusal?.data as { confirm?: Confirmation[] } | undefined)?.confirm;
      if (refusal?.code !== "confirmation_required" || toConfirm === undefined) {
        toast.error(errorMessage(thrown), { sticky: true, about });
        return;
      }
      const text = toConfirm.map((each) => CONFIRMATIONS[each]).join(" ");
      if (await confirm({ title: "Correct it anyway?", text, yes: "Correct", no: "Cancel", danger: false })) {
        await send(true, toConfirm);
      }
    }
  };

  return (
    <div className={classes.request}>
      {fields.map(([field, value]) => (
        <p key={field}>
          <span>{`${fieldLabels([field])}: `}</span>
          <span translate="no">{order[field] ?? "empty"}</span>
          {" → "}
          <strong translate="no">{value ?? "empty"}</strong>
        </p>
      ))}
      <p dir="auto">{request.note}</p>
      <p className={classes.about}>
        <span>{`${request.requested_by?.name ?? "The customer"}, ${formatDateTimeUtc(request.at)}`}</span>
        {request.from !== undefined && <span>{`, ${originText(request.from)}`}</span>}
      </p>
      {(mayDecide || isOwn) && (
        <Group gap="xs" align="flex-end">
          {mayDecide && (
            <Button size="sm" loading={isLoading} onClick={() => void send(true)}>
              Accept
            </Button>
          )}
          <TextInput
            label={mayDecide ? "Reason to decline (optional)" : "Reason to withdraw (optional)"}
            description={request.requested_by === null && "The customer doesn't see it."}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
          <Button size="sm" variant="default" disabled={isLoading} onClick={() => void send(false)}>
            {mayDecide ? "Decline" : "Withdraw"}
          </Button>
        </Group>
      )}
    </div>
  );
}
