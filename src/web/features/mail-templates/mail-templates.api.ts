import type * as z from "zod";
import {
  mailTemplates,
  previewMailText,
  previewMailTextOfOrder,
  testMailText,
} from "#contract/mail-templates/mail-templates.ts";
import { type mailTextDraftSchema, mailTexts, mailTextVersions, saveMailText } from "#contract/texts/mail-texts.ts";
import { api } from "#web/platform/api.ts";
import { callOf, callWithBody, callWithQuery } from "#web/platform/operation-endpoint.ts";

type Draft = z.input<typeof mailTextDraftSchema>;

export const {
  useMailTemplatesQuery,
  useMailTextsQuery,
  useMailTextVersionsQuery,
  useSaveMailTextMutation,
  usePreviewMailTextQuery,
  usePreviewMailTextOfOrderQuery,
  useTestMailTextMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    mailTemplates: build.query({ ...callOf(mailTemplates), providesTags: ["MailText"] }),
    mailTexts: build.query({ ...callOf(mailTexts), providesTags: ["MailText"] }),
    mailTextVersions: build.query({ ...callWithQuery(mailTextVersions), providesTags: ["MailText"] }),
    // A refusal and a lost answer may also mean that the screen is out of date.
    saveMailText: build.mutation({ ...callWithBody(saveMailText), invalidatesTags: ["MailText"] }),
    previewMailText: build.query({ ...callWithBody(previewMailText), keepUnusedDataFor: 0 }),
    previewMailTextOfOrder: build.query({
      ...callOf(previewMailTextOfOrder, ({ orderId, ...body }: Draft & { orderId: number }) => ({
        params: { orderId },
        body,
      })),
      keepUnusedDataFor: 0,
    }),
    testMailText: build.mutation({ ...callWithBody(testMailText) }),
  }),
});
