import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import type * as z from "zod";
import type { Role } from "#contract/roles.ts";
import { addTeamMemberSchema, canManageMember, editTeamMemberSchema, type TeamMember } from "#contract/team.ts";
import { showFieldErrors, useContractForm } from "#web/platform/form.ts";
import { PATHS } from "#web/platform/paths.ts";
import type { TokenUser } from "#web/platform/session.ts";
import { toast } from "#web/platform/toasts.ts";
import { PasswordField } from "#web/ui/password-field.tsx";
import { showFailure } from "./show-failure.ts";
import { useSaveMember } from "./use-save-member.ts";

type FormSchema = z.ZodType<z.output<typeof editTeamMemberSchema>, z.input<typeof editTeamMemberSchema>>;

interface Props {
  /** Who is edited; null adds somebody. */
  member: TeamMember | null;
  types: readonly Role[];
  actor: TokenUser;
}

/** Name, Password, Email ID, Member Type. What was typed stays until it is stored. */
export function MemberForm({ member, types, actor }: Props) {
  const { save, isSaving } = useSaveMember(member, actor);
  const navigate = useNavigate();
  const schema: FormSchema = member === null ? addTeamMemberSchema : editTeamMemberSchema;
  const { name = "", email = "", type } = member ?? {};
  const form = useContractForm(schema, { name, email, password: "", ...(type && { type }) });
  const { errors } = form.formState;
  const isSelf = member?.id === actor.id;

  const submit = form.handleSubmit(async (values) => {
    try {
      const { message, isSignedOut } = await save(values);
      toast.success(message);
      if (member === null) form.reset();
      else if (!isSignedOut) await navigate(PATHS.manageTeam);
    } catch (thrown) {
      showFieldErrors(form, showFailure(thrown));
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          {...form.register("name")}
          label="Name"
          autoComplete="off"
          withAsterisk
          error={errors.name?.message}
        />
        <PasswordField
          {...form.register("password")}
          label="Password"
          description={passwordHint(member, isSelf)}
          autoComplete="new-password"
          withAsterisk={member === null}
          error={errors.password?.message}
        />
        <TextInput
          {...form.register("email")}
          type="email"
          label="Email ID"
          autoComplete="off"
          withAsterisk
          error={errors.email?.message}
        />
        <NativeSelect
          {...form.register("type")}
          label="Member Type"
          description={typeHint(actor, isSelf)}
          withAsterisk
          data={[
            ...(member === null ? [{ value: "", label: "Select type" }] : []),
            ...types.map((each) => ({
              value: each,
              label: each,
              disabled: each !== type && (isSelf || !canManageMember(actor.type, each)),
            })),
          ]}
          error={errors.type?.message}
        />
        <Group gap="xs" mt="xs">
          <Button type="submit" loading={isSaving}>
            {member === null ? "Add Member" : "Save Member"}
          </Button>
          {member !== null && (
            <Button component={Link} to={PATHS.manageTeam} variant="default">
              Back to adding
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function passwordHint(member: TeamMember | null, isSelf: boolean): string | null {
  if (member === null) return null;
  const who = isSelf ? "you" : "the member";
  return `Leave it empty to keep the present one. A new one signs ${who} out everywhere.`;
}

function typeHint(actor: TokenUser, isSelf: boolean): string | null {
  if (isSelf) return "Somebody else has to change your own type.";
  return canManageMember(actor.type, "Admin") ? null : "Only an Admin can give the type Admin.";
}
