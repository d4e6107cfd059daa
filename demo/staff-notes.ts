/** Comments of members about orders. */
export const NOTES = {
  contact: ["Passport page is cut off, asked for a new scan.", "Date of birth does not match the passport. E-mailed."],
  called: ["No answer. Will try again in the evening of their time.", "Sends the passport page within the hour."],
  awaiting: ["Waiting for the arrival date.", "Customer wants to add a child to the booking; waiting for the data."],
  govt: ["The portal says 'under review'.", "The portal was down for two hours, filed again at the second try."],
  done: ["Document checked against the passport, all fields match.", "Customer confirmed the document arrived."],
  refund: ["Trip cancelled, asks for the money back. Within the policy.", "Paid twice by mistake, one to be returned."],
  refunded: ["Refund made at the gateway, receipt kept.", "Money returned in full, customer informed."],
  deleted: ["Duplicate of an order of the same traveller.", "Never paid, three reminders without an answer."],
  chargeback: ["Bank reports a chargeback. Download history shows otherwise, pack to be prepared."],
  elsewhere: [
    "Customer asked on the phone to send it to the travel agent",
    "No access to the mailbox while travelling",
  ],
};
