import { acceptInvitation, changeOwnEmail, confirmOwnEmail, openLink } from "#contract/auth/account-links.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

export const { useAcceptInvitationMutation, useChangeOwnEmailMutation, useConfirmOwnEmailMutation, useOpenLinkQuery } =
  api.injectEndpoints({
    endpoints: (build) => ({
      openLink: build.query({
        ...callOf(openLink, (token: string) => ({ body: { token } })),
        // The link may be used up in the meantime.
        keepUnusedDataFor: 0,
      }),
      acceptInvitation: build.mutation({ ...callWithBody(acceptInvitation) }),
      confirmOwnEmail: build.mutation({
        ...callOf(confirmOwnEmail, (token: string) => ({ body: { token } })),
        invalidatesTags: (_answer, error) => (error === undefined ? ["UserInfo", "TeamMember"] : []),
      }),
      changeOwnEmail: build.mutation({ ...callOf(changeOwnEmail, (email: string) => ({ body: { email } })) }),
    }),
  });
