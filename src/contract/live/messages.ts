export const LIVE_MESSAGES = {
  tooManyStreams: "Too many open windows. Please close some and reload this one.",
} as const;
