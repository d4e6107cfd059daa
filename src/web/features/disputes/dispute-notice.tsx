import { Alert } from "@mantine/core";
import { IconGavel } from "@tabler/icons-react";
import { formatDateTimeUtc } from "#contract/dates.ts";
import type { Dispute } from "#contract/disputes.ts";

/** Says that a payment dispute is open on the order. */
export function DisputeNotice({ dispute }: { dispute: Dispute | null }) {
  if (dispute === null || !dispute.is_open) return null;
  const by = dispute.opened_by === null ? "" : ` by ${dispute.opened_by}`;
  return (
    <Alert color="coral" variant="light" icon={<IconGavel size={20} aria-hidden />} title="Open dispute">
      {`Opened ${formatDateTimeUtc(dispute.opened_at)}${by}. The order can't be deleted permanently while it is open.`}
    </Alert>
  );
}
