import type { DisputeReason } from "#contract/disputes.ts";
import type { DocumentFinding } from "#contract/documents.ts";
import type { PackType } from "#contract/packs.ts";

/** Who vouches for a fact: S the server that recorded it, P a provider that reported it, T staff who entered it. Only S and P count as proof. */
export type Grade = "S" | "P" | "T";

/** Where and with what somebody came to us. `null` is printed as "not supplied". */
export interface Visit {
  /** ISO 8601 UTC. */
  at: string;
  ip: string | null;
  /** English name of the country that the address is registered in. */
  place: string | null;
  /** For instance "Desktop", "Mobile Apple iPhone". */
  device: string | null;
  /** Name and version. */
  browser: string | null;
  os: string | null;
}

/**
 * All that a defence pack may say, gathered once and stored with the pack; the printed pages are made of this alone.
 * Personal data is masked here already: what is not in the facts can't be printed. Instants are ISO 8601 UTC, days
 * `YYYY-MM-DD`, money decimal strings; `null` is "not supplied".
 */
export interface PackFacts {
  type: PackType;
  /** The title of the PDF and the letter's reference, for instance `100123-P1-20260301`. */
  caseReference: string;
  madeAt: string;
  company: {
    name: string;
    address: string | null;
    telephone: string | null;
    taxId: string | null;
    descriptor: string | null;
    termsText: string | null;
    refundPolicyText: string | null;
  };
  /** What was sold: the name of the service and the mode of processing. */
  sold: { service: string; mode: string };
  order: {
    id: number;
    createdAt: string;
    /** Label of the status. */
    status: string;
    fullName: string | null;
    email: string | null;
    /** The last 4 digits. */
    telephone: string | null;
    /** The last 3 characters. */
    passportNumber: string | null;
    birthYear: string | null;
    nationality: string | null;
    sex: string | null;
    arrivalDate: string | null;
    flightNumber: string | null;
    purposeOfVisit: string | null;
    placeOfStay: string | null;
    travelMode: string | null;
    portOfDeparture: string | null;
    portOfArrival: string | null;
  };
  payment: {
    transactionId: string | null;
    merchantName: string | null;
    /** S when the checkout supplied it, T when staff entered it. */
    grade: Grade;
    gateway: string | null;
    amount: string | null;
    currency: string | null;
    paidAt: string | null;
    cardBrand: string | null;
    cardLast4: string | null;
    avs: string | null;
    cvc: string | null;
    threeDs: string | null;
    billingName: string | null;
  };
  purchase: Visit;
  terms: { version: string | null; acceptedAt: string | null; refundPolicyVersion: string | null };
  document: {
    file: string;
    contentType: string;
    pages: number | null;
    bytes: number;
    sha256: string;
    storedAt: string;
    finding: DocumentFinding | null;
  } | null;
  /** The mail that delivered the document: the latest one that a provider or server took. */
  deliveryMail: {
    at: string;
    to: string;
    /** False when it was only written to a file, because there was no mail server: then nobody was mailed. */
    isSent: boolean;
    /** How it left, in words: "Amazon SES", "SendGrid", "SMTP server". */
    via: string;
    messageId: string | null;
    acceptedAt: string | null;
    /** When the recipient's server took it, as the provider reported. */
    deliveredAt: string | null;
  } | null;
  /** In order of time: created, paid, moves, stored, mail handed over, accepted, tracking sign-ins, downloads. */
  delivery: {
    at: string;
    text: string;
    grade: Grade;
    /** Of visits a long list is shortened, with its true number; every other event is printed. */
    kind: "order" | "payment" | "move" | "document" | "mail" | "sign_in" | "download";
  }[];
  signIns: Visit[];
  /** Downloads by people that reached their last byte, in order of time. */
  downloads: (Visit & { completedAt: string; file: string })[];
  /** Downloads by programs and those that broke off: counted, never listed. */
  leftOut: { automated: number; incomplete: number };
  /** Comments marked WhatsApp or telephone. */
  contact: { at: string; channel: "WhatsApp" | "Telephone" | "WhatsApp and telephone"; by: string; text: string }[];
  refund: { recordedAt: string | null; isDue: boolean };
  dispute: {
    reason: DisputeReason | null;
    amount: string | null;
    currency: string | null;
    dueDate: string | null;
    caseId: string | null;
    openedAt: string;
  } | null;
  /** Pack 2: earlier orders of the same person, and the verdict on compelling evidence (Visa CE 3.0). */
  earlier: {
    orders: {
      id: number;
      at: string;
      transactionId: string | null;
      amount: string | null;
      currency: string | null;
      ip: string | null;
      place: string | null;
      device: string | null;
      browser: string | null;
      os: string | null;
      /** What it shares with the disputed order. */
      shares: ("ip" | "device" | "email" | "telephone" | "name")[];
      hadDispute: boolean;
      samePaymentCredential: boolean;
      /** Whole days between it and the disputed payment. */
      ageDays: number;
      qualifies: boolean;
    }[];
    verdict: "eligible" | "possible" | "not_eligible";
    /** What is missing for the verdict to be better; null when eligible. */
    missing: string | null;
  };
  /** Where the order's history stood, so that anyone may check the pack against `npm run verify-history`. */
  chain: { seq: number; head: string };
}

/** The pages of a pack. */
export interface RenderedPack {
  bytes: Buffer;
  pages: number;
}

/** A pack with more to say than its limits hold: names what to leave out, nothing is cut silently. */
export class PackTooLong extends Error {}

/** @throws PackTooLong */
export type RenderPack = (facts: PackFacts) => Promise<RenderedPack>;
