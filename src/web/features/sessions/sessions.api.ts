import {
  endMemberSessions,
  endSessions,
  listMemberSessions,
  listSessions,
  sessionEnd,
} from "#contract/sessions/sessions.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

export const {
  useSessionsQuery,
  useEndSessionsMutation,
  useSessionEndQuery,
  useMemberSessionsQuery,
  useEndMemberSessionsMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    sessions: build.query({ ...callOf(listSessions), providesTags: ["Session"] }),
    endSessions: build.mutation({
      ...callWithBody(endSessions),
      // After sign-out there is no session to ask about.
      invalidatesTags: (_answer, _error, body) => ("all" in body ? [] : ["Session"]),
    }),
    // The answer depends on the time, so it is not cached.
    sessionEnd: build.query({ ...callOf(sessionEnd), keepUnusedDataFor: 0 }),
    memberSessions: build.query({
      ...callOf(listMemberSessions, (id: number) => ({ params: { id: String(id) } })),
      providesTags: ["Session"],
    }),
    endMemberSessions: build.mutation({ ...callWithBody(endMemberSessions), invalidatesTags: ["Session"] }),
  }),
});
