import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useMemo } from "react";
import { Link, useNavigate } from "react-router";
import type * as z from "zod";
import type { Role } from "#contract/roles.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import {
  addTeamMemberSchema,
  canManageMember,
  canSetCredentials,
  editTeamMemberSchema,
  type TeamMember,
} from "#contract/team/team.ts";
import { registerField, resetSaved, useContractForm } from "#web/platform/form.ts";
import { longEnoughForType } from "#web/platform/password-min.ts";
import { PATHS } from "#web/platform/paths.ts";
import type { TokenUser } from "#web/platform/session.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { PasswordField } from "#web/ui/password-field.tsx";
import { InvitationHint, SendInvitation } from "./send-invitation.tsx";
import { useAddTeamMemberMutation, useUpdateTeamMemberMutation } from "./team.api.ts";

type FormSchema = z.ZodType<z.output<typeof editTeamMemberSchema>, z.input<typeof editTeamMemberSchema>>;

interface Props {
  /** The edited member; null adds one. */
  member: TeamMember | null;
  types: readonly Role[];
  actor: TokenUser;
}

/** Name, Password, Email ID, Member Type. Input stays until it is stored. */
export function MemberForm({ member, types, actor }: Props) {
  const { save, isSaving } = useSaveMember(member);
  const navigate = useNavigate();
  const isNew = member === null;
  const schema = useMemo(
    (): FormSchema => longEnoughForType(isNew ? addTeamMemberSchema : editTeamMemberSchema),
    [isNew],
  );
  const { name = "", email = "", type } = member ?? {};
  const form = useContractForm(schema, { name, email, password: "", ...(type && { type }) });
  const isSelf = member?.id === actor.id;
  // Checked here as well, so that the error is shown at the field.
  const hasCredentials = member === null || canSetCredentials(actor, member);

  const submit = useContractSubmit(form, save, {
    onDone: () => (member === null ? resetSaved(form) : navigate(PATHS.manageTeam)),
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput {...registerField(form, "name")} label="Name" autoComplete="off" withAsterisk />
        <PasswordField
          {...registerField(form, "password")}
          label="Password"
          description={passwordHint(member, isSelf, hasCredentials)}
          disabled={!hasCredentials}
          autoComplete="new-password"
          withAsterisk={member === null}
        />
        <TextInput
          {...registerField(form, "email")}
          type="email"
          label="Email ID"
          description={hasCredentials ? null : isSelf ? TEAM_MESSAGES.teamOwnEmail : TEAM_MESSAGES.teamManagerOnManager}
          readOnly={!hasCredentials}
          autoComplete="off"
          withAsterisk
        />
        <NativeSelect
          {...registerField(form, "type")}
          label="Member Type"
          description={typeHint(actor, isSelf, hasCredentials)}
          withAsterisk
          data={[
            ...(member === null ? [{ value: "", label: "Select type" }] : []),
            ...types.map((each) => ({
              value: each,
              label: each,
              disabled: each !== type && (!hasCredentials || !canManageMember(actor.type, each)),
            })),
          ]}
        />
        <Group gap="xs" mt="xs">
          <Button type="submit" loading={isSaving}>
            {member === null ? "Add Member" : "Save Member"}
          </Button>
          {member === null && <SendInvitation form={form} />}
          {member !== null && (
            <Button component={Link} to={PATHS.manageTeam} variant="default">
              Back to adding
            </Button>
          )}
        </Group>
        {member === null && <InvitationHint />}
      </Stack>
    </form>
  );
}

function passwordHint(member: TeamMember | null, isSelf: boolean, hasCredentials: boolean): string | null {
  if (member === null) return null;
  if (isSelf) return TEAM_MESSAGES.teamOwnPassword;
  if (!hasCredentials) return TEAM_MESSAGES.teamManagerOnManager;
  return "Leave it empty to keep the current one. A new password signs the member out everywhere.";
}

function typeHint(actor: TokenUser, isSelf: boolean, hasCredentials: boolean): string | null {
  if (isSelf) return "Someone else has to change your type.";
  if (!hasCredentials) return TEAM_MESSAGES.teamManagerOnManager;
  return canManageMember(actor.type, "Admin") ? null : "Only an Admin can give the type Admin.";
}

type Values = z.output<typeof editTeamMemberSchema>;

/** Adds a member, or changes the given one. `save` resolves to the server's message and rejects with its refusal. */
function useSaveMember(member: TeamMember | null) {
  const [add, { isLoading: isAdding }] = useAddTeamMemberMutation();
  const [update, { isLoading: isUpdating }] = useUpdateTeamMemberMutation();

  const save = async ({ password, ...values }: Values): Promise<{ message: string }> => {
    if (member === null) return await add({ ...values, password: password ?? "" }).unwrap();
    return await update({ ...values, password, tmId: member.id }).unwrap();
  };

  return { save, isSaving: isAdding || isUpdating };
}
