import type * as z from "zod";
import type { editTeamMemberSchema, TeamMember } from "#contract/team.ts";
import { removeSession, type TokenUser } from "#web/platform/session.ts";
import { useAddTeamMemberMutation, useUpdateTeamMemberMutation } from "./team.api.ts";

type Values = z.output<typeof editTeamMemberSchema>;

/**
 * Adds a member, or changes the one given. `save` resolves to the server's message and rejects with its refusal. Who
 * gave himself a new password is signed out here too: on the server his sessions have ended.
 */
export function useSaveMember(member: TeamMember | null, actor: TokenUser) {
  const [add, { isLoading: isAdding }] = useAddTeamMemberMutation();
  const [update, { isLoading: isUpdating }] = useUpdateTeamMemberMutation();

  const save = async ({ password, ...given }: Values): Promise<{ message: string; isSignedOut: boolean }> => {
    if (member === null) {
      const { message } = await add({ ...given, password: password ?? "" }).unwrap();
      return { message, isSignedOut: false };
    }
    const endsOwnSession = member.id === actor.id && password !== undefined;
    const { message } = await update({ body: { ...given, password, tmId: member.id }, endsOwnSession }).unwrap();
    if (endsOwnSession) removeSession();
    return { message, isSignedOut: endsOwnSession };
  };

  return { save, isSaving: isAdding || isUpdating };
}
