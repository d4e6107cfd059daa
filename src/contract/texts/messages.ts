export const TEXT_MESSAGES = {
  replyNameRequired: "Please enter a name for the quick reply.",
  replyNameTaken: "There is a quick reply with this name in this language already. Please choose another name.",
  replyBodyRequired: "Please enter the text.",
  replyKey: "key must have 4 to 40 letters, digits, dashes or underscores.",
  replyVersion: "version must be a whole number, 0 or greater.",
  replyRemoved: "removed must be true or false.",
  replyRoles: "roles must be a list of roles, or null for everyone.",
  repliesMax: "There are 200 quick replies already. Remove one, then add this one.",
  replySaved: "The quick reply is saved.",
  replyRemovedDone: "The quick reply is removed. It can be put back.",
} as const;

/** The refusal of a change that was based on an older version: who wrote the newer one, and when. */
export function replyConflictMessage(by: string, at: string): string {
  return `${by} changed this quick reply at ${at} UTC. Open it again and decide again.`;
}
