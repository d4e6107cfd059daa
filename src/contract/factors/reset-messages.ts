export const RESET_FACTOR_MESSAGES = {
  reasonRequired: "Please enter a reason.",
  recognisedRequired: "Please say how you recognised the person.",
  ownFactor: "You can't reset your own second factor. Use a recovery code, or ask another Admin.",
  factorMissing: "This member has no second factor.",
  factorReset: "The second factor is removed and the member is signed out everywhere.",
} as const;
