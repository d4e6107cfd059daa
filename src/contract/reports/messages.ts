export const REPORT_MESSAGES = {
  dateRange: "From date must be before To date.",
  reportReady: "Country order details loaded successfully",
} as const;
