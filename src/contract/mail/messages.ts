export const MAIL_MESSAGES = {
  mailOrderLimit:
    "This order's document was mailed three times within ten minutes. Please wait a few minutes, then send it again.",
  mailOtherAddressLimit:
    "You mailed 20 documents within an hour to addresses other than the order's own. Please wait before you send another one.",
  mailProviderUnknown: "The mail provider must be AWS or Sendgrid.",
  mailQueued: "The mail is queued.",
  mailJustSent: "This mail was sent to this address a moment ago. Nothing was sent again; try again in a minute.",
  mailNotFound: "This mail does not exist.",
  addressBounced:
    "This address is blocked: a mail to it bounced permanently. A Manager or an Admin can lift the block.",
  addressComplained:
    "This address is blocked: its owner marked a mail as spam. A Manager or an Admin can lift the block.",
  addressNotBlocked: "This address is not blocked.",
  addressNotOfOrder: "This is neither the order's address nor one that its mails were sent to.",
  addressUnblocked: "The block of the address is lifted.",
  unblockReasonRequired: "Please say why mails may be sent to this address again.",
} as const;
