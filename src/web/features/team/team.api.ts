import type * as z from "zod";
import {
  addTeamMember,
  type addTeamMemberSchema,
  deleteTeamMember,
  listTeam,
  listTeamTypes,
  teamMemberInfo,
  updateTeamMember,
} from "#contract/team.ts";
import { api } from "#web/platform/api.ts";
import { mayStand } from "#web/platform/api-error.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

const CHANGED = ["TeamMember", "Activity", "UserInfo"] as const;

const NOT_FOUND = 404;

interface Update {
  body: z.input<typeof updateTeamMember.body>;
  /** The call ends the session it is made in: nothing can be asked for anew afterwards. */
  endsOwnSession: boolean;
}

export const teamApi = api.injectEndpoints({
  endpoints: (build) => ({
    team: build.query({ ...callOf(listTeam), providesTags: ["TeamMember"] }),
    teamTypes: build.query({ ...callOf(listTeamTypes) }),
    // A form is filled once, so it must not be filled from memory.
    teamMember: build.query({
      ...callOf(teamMemberInfo, (id: number) => ({ params: { id: String(id) } })),
      keepUnusedDataFor: 0,
    }),
    addTeamMember: build.mutation({
      ...callOf(addTeamMember, (body: z.input<typeof addTeamMemberSchema>) => ({ body })),
      invalidatesTags: (_answer, error) => (mayStand(error) ? CHANGED : []),
    }),
    updateTeamMember: build.mutation({
      ...callOf(updateTeamMember, ({ body }: Update) => ({ body })),
      invalidatesTags: (_answer, error, { endsOwnSession }) => (mayStand(error) && !endsOwnSession ? CHANGED : []),
    }),
    deleteTeamMember: build.mutation({
      ...callOf(deleteTeamMember, (teamMemberId: number) => ({ body: { teamMemberId } })),
      // Unknown: somebody was first, and the list is old.
      invalidatesTags: (_answer, error) => (mayStand(error) || error?.httpStatus === NOT_FOUND ? CHANGED : []),
    }),
  }),
});

export const {
  useTeamQuery,
  useTeamTypesQuery,
  useTeamMemberQuery,
  useAddTeamMemberMutation,
  useUpdateTeamMemberMutation,
  useDeleteTeamMemberMutation,
} = teamApi;
