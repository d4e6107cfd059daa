import { Button, Text } from "@mantine/core";
import type { UseFormReturn } from "react-hook-form";
import type * as z from "zod";
import { inviteTeamMemberSchema } from "#contract/team/invitations.ts";
import type { editTeamMemberSchema } from "#contract/team/team.ts";
import { resetSaved } from "#web/platform/form.ts";
import { showRefusal } from "#web/platform/show-refusal.ts";
import { toast } from "#web/platform/toasts.ts";
import { useInviteTeamMemberMutation } from "./invitations.api.ts";

type Values = z.input<typeof editTeamMemberSchema>;

/** Beside "Add Member": the same form without its password, which the new member chooses. */
export function SendInvitation<O>({ form }: { form: UseFormReturn<Values, unknown, O> }) {
  const [invite, { isLoading }] = useInviteTeamMemberMutation();

  const send = async () => {
    form.clearErrors("password");
    if (!(await form.trigger(["name", "email", "type"], { shouldFocus: true }))) return;
    try {
      const { message } = await invite(inviteTeamMemberSchema.parse(form.getValues())).unwrap();
      toast.success(message);
      resetSaved(form);
    } catch (thrown) {
      showRefusal(form, thrown);
    }
  };

  return (
    <Button variant="default" loading={isLoading} onClick={() => void send()}>
      Send invitation
    </Button>
  );
}

export function InvitationHint() {
  return (
    <Text size="xs" c="dimmed">
      An invitation needs no password: a mail lets the member choose one that nobody else knows.
    </Text>
  );
}
