/** Paths of the visitor's calls below `/api`. Apart from their schemas: the visitor's page loads no zod. */
export const VISITOR_CALLS = {
  track: "/front/track-order",
  leave: "/front/leave",
  history: "/front/get-download-history",
  download: "/front/download-passport-doc-pdf",
  answer: "/front/answer-question",
  report: "/front/report-download",
  correction: "/front/request-correction",
  confirmEmail: "/front/confirm-email",
  contestEmail: "/front/contest-email",
} as const;

export const XSRF_COOKIE = "XSRF-TOKEN";
export const XSRF_HEADER = "X-XSRF-TOKEN";
