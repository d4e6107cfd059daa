/** Of invitations, own emails and typed passwords. Apart, because only the server says them: no page loads them. */
export const LINK_MESSAGES = {
  firstPasswordExpired: "Please set your own password with Forgot password.",
  invitationAccepted: "Your password is set. Please sign in.",
  invitationAcceptedByPasskey: "Your passkey is added. Please sign in with it.",
  ownEmailSame: "This is your email already.",
  ownEmailAsked: "We have mailed a link to the new address. Your email changes once you confirm it there.",
  ownEmailChanged: "Your new email is confirmed. Use it the next time you sign in.",
  invitationSent: "The invitation is on its way.",
  invitationSentAgain: "The invitation was sent again. The link in the earlier mail no longer works.",
  invitationWithdrawn: "The invitation is withdrawn.",
  invitationAcceptedBefore: "This member has a password already.",
} as const;
