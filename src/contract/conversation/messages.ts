/** Of messages to the customer. */
export const CONVERSATION_MESSAGES = {
  conversationBefore: "before must be the value from the previous response.",
  messageSubjectRequired: "Please enter a subject.",
  messageSubjectEncoded: 'Please leave "=?" out of the subject: mail programs read it as the start of encoded text.',
  messageBodyRequired: "Please enter your message.",
  messageLanguageUnknown: "This language is not known.",
  messageClientKey: "clientKey must have 16 to 64 letters, digits, hyphens or underscores.",
  messageMoveTo: "A message can move the order to Awaiting only.",
  messageVersion: "version must be a whole number, 1 or greater.",
  messageConfirm: "confirm must be passport_number.",
  messageOtherContent: "A different message was sent with this clientKey. Nothing was sent.",
  messageNoAddress: "The order has no email. Enter one first.",
  messageDeleted: 'The order is deleted. Press "Undo last move" on its page before you write to the customer.',
  messageFilesMany: "At most five files.",
  messageFilesLarge: "Together, the attachments are larger than 15 MB.",
  messagePassport: "This message contains the customer's passport number, and mails are not private. Send it anyway?",
  messageOrderLimit: "Ten messages were sent to this customer within an hour. Please wait before you send another one.",
  messageMemberLimit: "You sent 100 messages within an hour. Please wait before you send another one.",
  messageQueued: "The message is queued.",
  messageCancelled: "The message was stopped. It was not sent.",
  mailHasLeft: "It has already been sent.",
  mailNotStoppable: "Only a message that a member wrote can be stopped.",
} as const;

/** The refusal of a message for the names in double braces that can't be filled in. */
export function variablesMessage({
  unknown,
  missing,
}: {
  unknown: readonly string[];
  missing: readonly string[];
}): string {
  const list = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(", ");
  const sentences = [
    ...(unknown.length === 0 ? [] : [`Unknown: ${list(unknown)}.`]),
    ...(missing.length === 0 ? [] : [`The order has no value for ${list(missing)}.`]),
  ];
  return sentences.join(" ");
}
