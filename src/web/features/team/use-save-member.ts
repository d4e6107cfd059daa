import type * as z from "zod";
import type { editTeamMemberSchema, TeamMember } from "#contract/team/team.ts";
import { useAddTeamMemberMutation, useUpdateTeamMemberMutation } from "./team.api.ts";

type Values = z.output<typeof editTeamMemberSchema>;

/** Adds a member, or changes the given one. `save` resolves to the server's message and rejects with its refusal. */
export function useSaveMember(member: TeamMember | null) {
  const [add, { isLoading: isAdding }] = useAddTeamMemberMutation();
  const [update, { isLoading: isUpdating }] = useUpdateTeamMemberMutation();

  const save = async ({ password, ...given }: Values): Promise<{ message: string }> => {
    if (member === null) return await add({ ...given, password: password ?? "" }).unwrap();
    return await update({ ...given, password, tmId: member.id }).unwrap();
  };

  return { save, isSaving: isAdding || isUpdating };
}
