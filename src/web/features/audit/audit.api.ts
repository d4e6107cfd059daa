import { auditLog, otherAddressMails, viewLog } from "#contract/audit/audit-lists.ts";
import { api } from "#web/platform/api.ts";
import { callWithQuery } from "#web/platform/operation-endpoint.ts";

export const { useAuditLogQuery, useViewLogQuery, useOtherAddressMailsQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    auditLog: build.query({ ...callWithQuery(auditLog), providesTags: ["AuditLog"] }),
    viewLog: build.query({ ...callWithQuery(viewLog), providesTags: ["AuditLog"] }),
    otherAddressMails: build.query({ ...callWithQuery(otherAddressMails), providesTags: ["AuditLog"] }),
  }),
});
