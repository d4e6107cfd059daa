export const FACTOR_MESSAGES = {
  setUpNeeded: "A second factor is needed. We have mailed you a link to set one up.",
  passkeyNeeded: "Your role needs a passkey. We have mailed you a link to add one.",
  codeWrong: "This code is not right.",
  codeMissing: "Please enter the code from your authenticator app, or use your passkey.",
  ticketGone: "This took too long. Please sign in again.",
  answerMissing: "Please enter a code or use your passkey.",
  appAdded: "Your authenticator app is set up.",
  appRemoved: "Your authenticator app no longer opens your sign-in.",
  appNotBegun: "Please start again: the set-up waits for ten minutes only.",
  codesRenewed: "Your new recovery codes are ready. The old ones no longer work.",
  passkeyAdded: "Your passkey is added.",
  passkeyRemoved: "The passkey no longer opens your sign-in.",
  passkeyRenamed: "The passkey is renamed.",
  passkeyMissing: "There is no such passkey of yours.",
  passkeyKnown: "This passkey is one of yours already.",
  passkeyNameMissing: "Please enter a name for the passkey.",
  passkeyWrong: "This passkey was not taken.",
  passkeyUnknown: "This passkey is not known here. Please sign in another way.",
  passkeySuspended: "This passkey is suspended. Please sign in another way.",
  passkeysMany: "You have ten passkeys. Remove one first.",
  passkeysNotHere: "Passkeys don't work at this address of the program.",
  factorMissing: "Set up a second factor first.",
  lastFactor: "Your role needs a second factor. Add another one first.",
  lastPasskey: "Your role needs a passkey. Add another one first.",
  enrolmentOnly: "Please finish setting up your second factor first.",
  keyMissing: "Authenticator codes can't be checked at the moment. Please use another way or tell an Admin.",
} as const;

/** The refusal that a client sees which knows only the specification. */
export const secondFactorNeeded = (host: string) =>
  `Your password is right. Please open ${host} in a browser and confirm with your passkey or code.`;
