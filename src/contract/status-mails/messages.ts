export const STATUS_MAIL_MESSAGES = {
  switchedOn: "The mail is switched on. It is sent for what happens from now on.",
  switchedOff: "The mail is switched off.",
  isOn: "isOn must be true or false.",
  changeUnknown: "change must be filed or refunded.",
} as const;
