import { statusMails, switchStatusMail } from "#contract/status-mails/status-mails.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody } from "#web/platform/operation-endpoint.ts";

export const { useStatusMailsQuery, useSwitchStatusMailMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    statusMails: build.query({ ...callOf(statusMails), providesTags: ["MailText"] }),
    switchStatusMail: build.mutation({ ...callWithBody(switchStatusMail), invalidatesTags: ["MailText"] }),
  }),
});
