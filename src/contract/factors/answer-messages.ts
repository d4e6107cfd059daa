/** Of second factors. Apart, because only the server says them: no page loads them. */
export const FACTOR_ANSWERS = {
  setUpNeeded: "A second factor is needed. We have mailed you a link to set one up.",
  codeMissing: "Please enter the code from your authenticator app, or use your passkey.",
  answerMissing: "Please enter a code or use your passkey.",
  appAdded: "Your authenticator app is set up.",
  appRemoved: "Your authenticator app no longer opens your sign-in.",
  appNotBegun: "Please start again: the set-up waits for ten minutes only.",
  codesRenewed: "Your new recovery codes are ready. The old ones no longer work.",
  passkeyAdded: "Your passkey is added.",
  passkeyRemoved: "The passkey no longer opens your sign-in.",
  passkeyRenamed: "The passkey is renamed.",
  passkeyKnown: "This passkey is one of yours already.",
  passkeyUnknown: "This passkey is not known here. Please sign in another way.",
  passkeySuspended: "This passkey is suspended. Please sign in another way.",
  passkeysMany: "You have ten passkeys. Remove one first.",
  passkeysNotHere: "Passkeys don't work at this address of the program.",
  factorMissing: "Set up a second factor first.",
  lastFactor: "Your role needs a second factor. Add another one first.",
  lastPasskey: "Your role needs a passkey. Add another one first.",
  enrolmentOnly: "Please finish setting up your second factor first.",
  keyMissing: "Authenticator codes can't be checked at the moment. Please use another way or tell an Admin.",
  passkeysOnly: "Only passkeys open your sign-in. Please use one to confirm.",
  passkeysOnlySet: "Only your passkeys open your sign-in now.",
  passkeysTwo: "Add another passkey first: with only one, losing it would lock you out.",
  passkeysTwoKept:
    "Only passkeys open your sign-in, so two have to stay. Add another one first, or allow your password.",
  passwordAllowed: "Your password opens your sign-in again, with a second step.",
} as const;

/** The refusal that a client sees which knows only the specification. */
export const secondFactorNeeded = (host: string) =>
  `Your password is right. Please open ${host} in a browser and confirm with your passkey or code.`;
