export const EMAIL_CHANGE_MESSAGES = {
  factsVersionRequired: "Please send the facts_version that you read.",
  emailChangeRequired: "Please enter the new email.",
  emailChangeInvalid: "This is not an email address.",
  emailChangeReasonRequired: "Please enter the reason, in at most 500 characters.",
  emailChangeProofs: "Tick at least two facts that the caller named.",
  emailChangeSame: "This is the order's email already.",
  emailChangeDeleted: 'The order is deleted. Press "Undo last move" on its page before you change its email.',
  emailChangeAsked: "The new address was asked to confirm the change. Until then nothing changes.",
  emailChangeNone: "No change of this order's email is open.",
  emailChangeOwn:
    "You asked for this change, so another Manager or an Admin decides it. If there is none, an Admin adds one in Manage Team.",
  emailChangeUnconfirmed: "The new address has not confirmed this change yet. It can be cancelled, but not kept.",
  emailChangeCancelled: "The change is cancelled. The email stays as it is.",
  emailChangeKept: "The new email stays. Held mails are sent now.",
  emailChangeRestored: "The old email is restored. Held mails are sent now.",
  emailChangedMeanwhile: "The order's email was changed in the meantime. Nothing was sent. Reload it and try again.",
  emailConfirmed: "The address is confirmed.",
  emailContested: "The change is stopped.",
} as const;

/** The refusal of a change of an email while another one is open: who asked for that, and when. */
export function emailChangeOpenMessage(by: string, at: string, isContested: boolean): string {
  return isContested
    ? `The change that ${by} asked for at ${at} UTC was contested. Decide that one first.`
    : `${by} asked for a change of this email at ${at} UTC. Cancel that one first, or wait until it is confirmed.`;
}

/** The refusal of a fact as a proof: the order has nothing to compare it with. */
export function proofMissingMessage(label: string): string {
  return `The order holds no ${label.toLowerCase()} to compare with.`;
}
