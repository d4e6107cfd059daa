export const CORRECTION_MESSAGES = {
  correctionEmpty: "Name at least one field and its new value.",
  correctionReasonRequired: "Please say why the order is corrected, or why its values are right.",
  correctionNoteRequired: "Please say why the order should be corrected.",
  correctionSaved: "The order is corrected.",
  factsConfirmed: "It is recorded that these values are right.",
  correctionSame: "The order already has these values. Nothing was changed.",
  correctionOtherVersion: "factsVersion is not the order's current one. Reload the order and decide again.",
  correctionConfirm: "Please confirm this correction.",
  correctionRequested: "The correction is requested.",
  correctionAccepted: "The request is accepted and the order is corrected.",
  correctionDeclined: "The request is declined.",
  correctionAsked: "The customer asked for it.",
  correctionRequestNotFound: "This request does not exist.",
  correctionRequestMet: "The order has these values already. Decline the request instead.",
  correctionRequestDecided: "This request has been decided already. Reload the order to see how.",
} as const;

/** The refusal of a correction that names an old version: who corrected the order, and when. */
export function correctionConflictMessage(by: string | null, at: string): string {
  return `${by ?? "The system"} corrected this order at ${at} UTC. Compare the values and decide again.`;
}

/** @param likely the country that it probably means */
export function countryUnknownMessage(given: string, likely: string | null): string {
  const question = likely === null ? "Please choose one of the list." : `Did you mean ${likely}?`;
  return `“${given.slice(0, 50)}” is not a country that is known. ${question}`;
}

export function correctionFieldUnknown(field: string): string {
  return `${field} is not a field that can be corrected.`;
}

/** @param labels the fields that the member's role may not correct */
export function correctionForbiddenMessage(labels: string): string {
  return `Your role can't correct ${labels}; you can request it instead.`;
}

/** @param labels the requested fields that a correction leaves out */
export function correctionRequestPartMessage(labels: string): string {
  return `The request also asks for ${labels}: correct it too, or decline the request and correct the order without it.`;
}
