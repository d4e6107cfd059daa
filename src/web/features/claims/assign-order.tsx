import { NativeSelect, Stack } from "@mantine/core";
import { useState } from "react";
import type { Claim } from "#contract/claims/claims.ts";
import { useTeamQuery } from "#web/features/team/team.api.ts";
import { reported } from "#web/platform/reported.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { useAssignOrderMutation } from "./claim-changes.api.ts";

interface Props {
  orderId: number;
  claim: Claim | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** Gives the order to a member, or to nobody. */
export function AssignOrder({ orderId, claim, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Assign order ${orderId}`} size="sm">
      <Picker orderId={orderId} claim={claim} onClose={onClose} />
    </Dialog>
  );
}

function Picker({ orderId, claim, onClose }: Omit<Props, "isOpen">) {
  const { data, error, refetch } = useTeamQuery();
  const [assign, { isLoading }] = useAssignOrderMutation();
  const [chosen, setChosen] = useState(claim === undefined ? "" : String(claim.member.id));
  if (error !== undefined) return <ErrorState error={error} onRetry={refetch} />;

  const save = async () => {
    const call = assign({ orderId, memberId: chosen === "" ? null : Number(chosen) }).unwrap();
    if (await reported(call, { sticky: true, about: `claim ${orderId}` })) onClose();
  };
  const members = (data?.data ?? [])
    // Who has not accepted an invitation can't work on it.
    .filter(({ invited_until: until }) => until === undefined)
    .map(({ id, name, memberRole }) => ({ value: String(id), label: `${name} (${memberRole})` }))
    .sort((left, right) => left.label.localeCompare(right.label, "en"));
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Member"
        data-autofocus
        data={[{ value: "", label: "Nobody" }, ...members]}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <FormActions
        submit="Assign"
        type="button"
        loading={isLoading || data === undefined}
        onClick={save}
        onCancel={onClose}
      />
    </Stack>
  );
}
