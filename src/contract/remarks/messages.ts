export const REMARK_MESSAGES = {
  remarkRequired: "Please enter your remark",
  remarkAdded: "Comment added successfully",
  flagInvalid: "A flag must be Y or N.",
} as const;
