import { mailTemplates } from "#contract/mail-templates/mail-templates.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const { useMailTemplatesQuery } = api.injectEndpoints({
  endpoints: (build) => ({ mailTemplates: build.query({ ...callOf(mailTemplates) }) }),
});
