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
  mailTextUnknown: "This is not a mail whose text can be changed.",
  mailSubjectRequired: "Please enter a subject.",
  mailSubjectOrder: "The subject must hold {{order_id}}: customers and your team find the mail by it.",
  mailBuiltIn: "builtIn must be true or false.",
  mailTextSaved: "The text is published. The next mail is written with it.",
  mailTestFailed: "The test could not be sent: the mail provider did not take it. Try again later.",
} as const;

export const mailTestSentMessage = (to: string) => `The test is on its way to ${to}.`;

export function mailTextConflictMessage(by: string, at: string): string {
  return `${by} published another version of this text at ${at} UTC. Open it again and decide again.`;
}

/** The refusal of a change that was based on an older version: who wrote the newer one, and when. */
export function replyConflictMessage(by: string, at: string): string {
  return `${by} changed this quick reply at ${at} UTC. Open it again and decide again.`;
}
