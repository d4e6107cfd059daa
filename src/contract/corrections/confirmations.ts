import * as z from "zod";
import { DOUBTS } from "./plausibility.ts";

/** What a refusal `confirmation_required` can ask about, as the question that the caller confirms. */
export const CONFIRMATIONS = {
  document_stored: "A document is stored for this order; it was made before this correction.",
  filed: "This order was filed with other facts; it has to be filed again.",
  arrival_past: DOUBTS.arrival_past.words,
  birth_implausible: DOUBTS.birth_implausible.words,
  passport_short: DOUBTS.passport_short.words,
} as const;
export type Confirmation = keyof typeof CONFIRMATIONS;
export const confirmationSchema = z.enum(Object.keys(CONFIRMATIONS) as [Confirmation, ...Confirmation[]]);

/** What the caller confirms; absent is nothing. */
export const confirmedSchema = z.array(confirmationSchema).max(10).default([]);
