/** Of the choice to sign in by passkeys only. Apart, because only the server says them: no page loads them. */
export const PASSKEYS_ONLY_MESSAGES = {
  passkeysOnly: "Only passkeys open your sign-in. Please use one to confirm.",
  passkeysOnlySet: "Only your passkeys open your sign-in now.",
  passkeysTwo: "Add another passkey first: with only one, losing it would lock you out.",
  passkeysTwoKept:
    "Only passkeys open your sign-in, so two have to stay. Add another one first, or allow your password.",
  passwordAllowed: "Your password opens your sign-in again, with a second step.",
} as const;
