import { type ActivityType, listActivity } from "#contract/audit/audit.ts";
import {
  addTeamMember,
  deleteTeamMember,
  listTeam,
  listTeamTypes,
  teamMemberInfo,
  updateTeamMember,
} from "#contract/team/team.ts";
import { api } from "#web/platform/api.ts";
import { type ApiError, mayStand } from "#web/platform/api-error.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

/** What a change of the team outdates. */
export const CHANGED = ["TeamMember", "Activity", "UserInfo"] as const;

/** For `invalidatesTags`, unless the change was refused. */
export const unlessRefused = (_answer: unknown, error: ApiError | undefined) => (mayStand(error) ? CHANGED : []);

const NOT_FOUND = 404;

export const {
  useActivityQuery,
  useTeamQuery,
  useTeamTypesQuery,
  useTeamMemberQuery,
  useAddTeamMemberMutation,
  useUpdateTeamMemberMutation,
  useDeleteTeamMemberMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    team: build.query({ ...callOf(listTeam), providesTags: ["TeamMember"] }),
    activity: build.query({
      ...callOf(listActivity, (type: ActivityType | undefined) => ({ query: { type } })),
      providesTags: ["Activity"],
    }),
    teamTypes: build.query({ ...callOf(listTeamTypes) }),
    // A form is filled only once, so it must not be filled from the cache.
    teamMember: build.query({
      ...callOf(teamMemberInfo, (id: number) => ({ params: { id: String(id) } })),
      keepUnusedDataFor: 0,
    }),
    addTeamMember: build.mutation({ ...callWithBody(addTeamMember), invalidatesTags: unlessRefused }),
    updateTeamMember: build.mutation({ ...callWithBody(updateTeamMember), invalidatesTags: unlessRefused }),
    deleteTeamMember: build.mutation({
      ...callOf(deleteTeamMember, (teamMemberId: number) => ({ body: { teamMemberId } })),
      // 404: someone else was first, and the list is out of date.
      invalidatesTags: (_answer, error) => (mayStand(error) || error?.httpStatus === NOT_FOUND ? CHANGED : []),
    }),
  }),
});
