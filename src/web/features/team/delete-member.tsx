import { Button, Text } from "@mantine/core";
import { useNavigate } from "react-router";
import { MESSAGES } from "#contract/messages.ts";
import type { TeamListEntry } from "#contract/team/team.ts";
import { PATHS } from "#web/platform/paths.ts";
import { reported } from "#web/platform/reported.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { useDeleteTeamMemberMutation } from "./team.api.ts";

/** Removes a member after a question (decision record 0046). */
export function DeleteMember({ member, isEdited }: { member: TeamListEntry; isEdited: boolean }) {
  const [remove, { isLoading }] = useDeleteTeamMemberMutation();
  const confirm = useConfirm();
  const navigate = useNavigate();

  const ask = async () => {
    const text = (
      <>
        <p>{MESSAGES.confirmDelete}</p>
        <Text component="p" size="sm" c="dimmed" mt="xs">
          The member is signed out at once and can't sign in again. The name stays in the order histories.
        </Text>
      </>
    );
    if (!(await confirm({ title: `Delete ${member.name}`, text }))) return;
    const answer = await reported(remove(member.id).unwrap(), { tells401: false });
    // Closes the form if it shows the removed member.
    if (answer !== null && isEdited) await navigate(PATHS.manageTeam);
  };

  return (
    <Button
      variant="outline"
      color="coral"
      size="compact-sm"
      fw={500}
      loading={isLoading}
      aria-label={`Delete ${member.name}`}
      onClick={ask}
    >
      Delete
    </Button>
  );
}
