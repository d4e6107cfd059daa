export const FACTOR_MESSAGES = {
  setUpNeeded: "A second factor is needed. We have mailed you a link to set one up.",
  codeWrong: "This code is not right.",
  codeMissing: "Please enter the code from your authenticator app, or use your passkey.",
  ticketGone: "This took too long. Please sign in again.",
  answerMissing: "Please enter a code or use your passkey.",
  appAdded: "Your authenticator app is set up.",
  appRemoved: "Your authenticator app no longer opens your sign-in.",
  appNotBegun: "Please start again: the set-up waits for ten minutes only.",
  codesRenewed: "Your new recovery codes are ready. The old ones no longer work.",
  factorMissing: "Set up a second factor first.",
  lastFactor: "Your role needs a second factor. Add another one first.",
  enrolmentOnly: "Please finish setting up your second factor first.",
  keyMissing: "Authenticator codes can't be checked at the moment. Please use another way or tell an Admin.",
} as const;

/** The refusal that a client sees which knows only the specification. */
export const secondFactorNeeded = (host: string) =>
  `Your password is right. Please open ${host} in a browser and confirm with your passkey or code.`;
