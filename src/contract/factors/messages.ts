/** Of second factors, as pages know them. */
export const FACTOR_MESSAGES = {
  passkeyNeeded: "Your role needs a passkey. We have mailed you a link to add one.",
  codeWrong: "This code is not right.",
  ticketGone: "This took too long. Please sign in again.",
  passkeyMissing: "There is no such passkey of yours.",
  passkeyNameMissing: "Please enter a name for the passkey.",
  passkeyWrong: "This passkey was not taken.",
} as const;
