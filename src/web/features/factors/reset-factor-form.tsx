import { Stack, Text, Textarea } from "@mantine/core";
import { resetFactorSchema } from "#contract/factors/reset-factor.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { useKeptForm } from "#web/platform/use-kept-form.ts";
import { FormActions } from "#web/ui/form-actions.tsx";
import { KeptNote } from "#web/ui/kept-note.tsx";
import { useResetFactorMutation } from "./reset-factor.api.ts";

interface Props {
  member: { id: number; name: string };
  onDone: () => void;
}

/** Removes another member's second factor. */
export function ResetFactorForm({ member, onDone }: Props) {
  const [reset, { isLoading }] = useResetFactorMutation();
  const form = useContractForm(resetFactorSchema, { reason: "", recognised: "" });
  const { isKept, forget } = useKeptForm(form, `reset-factor ${member.id}`, ["reason", "recognised"]);
  const end = () => {
    forget();
    onDone();
  };
  const submit = useContractSubmit(form, (values) => reset({ teamMemberId: member.id, ...values }).unwrap(), {
    onDone: end,
  });
  const field = { withAsterisk: true, autosize: true, minRows: 2, maxRows: 6 };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {isKept && <KeptNote />}
        <Text style={{ overflowWrap: "anywhere" }}>
          {`The second factor and the recovery codes of ${member.name} are removed, and all their sign-ins end. The next one takes the password alone, or, if the role needs a second factor, mails a link to set one up.`}
        </Text>
        <Text fw={600}>
          Be sure who asks: whoever has stolen a password asks for this. See the person, or call back on a number that
          you know.
        </Text>
        <Textarea label="Reason" data-autofocus {...field} {...registerField(form, "reason")} />
        <Textarea
          label="How did you recognise the person?"
          description="Both are recorded in the audit log and mailed to every Admin. The member gets a mail too."
          {...field}
          {...registerField(form, "recognised")}
        />
        <FormActions submit="Reset second factor" color="coral" loading={isLoading} onCancel={end} />
      </Stack>
    </form>
  );
}
