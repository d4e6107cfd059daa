import type * as z from "zod";
import { auditLog, otherAddressMails, viewLog } from "#contract/audit/audit-lists.ts";
import { api } from "#web/platform/api.ts";
import { callOf } from "#web/platform/operation-endpoint.ts";

export const { useAuditLogQuery, useViewLogQuery, useOtherAddressMailsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    auditLog: build.query({
      ...callOf(auditLog, (query: z.input<typeof auditLog.query>) => ({ query })),
      providesTags: ["AuditLog"],
    }),
    viewLog: build.query({
      ...callOf(viewLog, (query: z.input<typeof viewLog.query>) => ({ query })),
      providesTags: ["AuditLog"],
    }),
    otherAddressMails: build.query({
      ...callOf(otherAddressMails, (query: z.input<typeof otherAddressMails.query>) => ({ query })),
      providesTags: ["AuditLog"],
    }),
  }),
});
