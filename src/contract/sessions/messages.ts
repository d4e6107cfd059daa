export const SESSION_MESSAGES = {
  sessionUnknown: "This sign-in is not in the list.",
  sessionsEnded: "The chosen sign-ins have ended.",
} as const;
