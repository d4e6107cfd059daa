export const TRACKING_MESSAGES = {
  visitorOtherOrder: "This is not the order you asked for.",
  downloadRecorded: "Your download is ready.",
  downloadUnknownFile: "This file does not exist.",
} as const;
