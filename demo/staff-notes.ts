/** Comments of members about orders. */
export const NOTES = {
  contact: [
    "Passport photo page is cut off at the bottom, the number can't be read. Asked for a new scan.",
    "Date of birth does not match the passport. E-mailed the customer.",
    "Flight number has one digit too many. Waiting for the right one.",
    "Name on the order has no middle name, the passport has one. Please confirm before filing.",
    "Hotel address is missing. Sent the standard question.",
    "Passport expires in less than six months after arrival. Customer must know before we file.",
  ],
  called: [
    "Called, no answer. Left a message and will try again in the evening of their time.",
    "Reached the customer. Sends the passport page by WhatsApp within the hour.",
    "Spoke to the customer's husband; she calls back tomorrow morning.",
    "Number is not in service. Wrote to the e-mail address instead.",
    "Confirmed the spelling of the family name on the phone.",
  ],
  awaiting: [
    "Waiting for the customer's answer about the arrival date.",
    "Asked which of the two passports will be used.",
    "Customer wants to add a child to the booking; waiting for the data.",
  ],
  govt: [
    "Filed. The portal says 'under review'.",
    "Government portal was down for two hours, filed again at the second try.",
    "Reference received from the department, answer expected within a day.",
  ],
  done: [
    "Customer confirmed the document arrived.",
    "Document checked against the passport, all fields match.",
    "Customer asked to have it sent to the travel agent as well.",
    "Asked whether a printed copy is needed. It is not, but recommended.",
  ],
  refund: [
    "Trip cancelled, asks for the money back. Within the refund policy.",
    "Paid twice by mistake, second payment to be returned.",
    "Applied for the wrong country. Refund agreed with the manager.",
    "Airline cancelled the flight; customer sent the notice.",
  ],
  refunded: ["Refund made at the gateway, receipt kept.", "Money returned in full, customer informed."],
  deleted: [
    "Duplicate of an order of the same traveller.",
    "Never paid, three reminders without an answer.",
    "Test order of the checkout team.",
    "Customer asked to delete the application before payment.",
  ],
  chargeback: [
    "Bank reports a chargeback: 'services not received'. Download history shows otherwise, pack to be prepared.",
    "Chargeback opened, reason 'not recognised'. Collecting the evidence.",
    "Dispute received from the gateway. Customer had downloaded the document before travelling.",
  ],
} as const;
export type NoteKind = keyof typeof NOTES;

export const OTHER_ADDRESS_REASONS = [
  "Customer asked on the phone to send it to the travel agent",
  "Customer has no access to the mailbox while travelling",
  "Spouse's address, confirmed by WhatsApp",
] as const;
