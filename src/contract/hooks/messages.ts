export const HOOK_MESSAGES = {
  hookForged: "The signature of this message is missing or wrong.",
  hookStale: "This message is too old.",
  hookUnreadable: "This message can't be read.",
} as const;
