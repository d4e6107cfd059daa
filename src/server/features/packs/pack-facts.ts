import type { DisputeReason } from "#contract/disputes/disputes.ts";
import type { DocumentFinding } from "#contract/documents/documents.ts";
import type { PackType } from "#contract/packs/packs.ts";
import type { Grade, Grades } from "./grades.ts";

/** The origin of a request: address, country, device. `null` is printed as "not supplied". */
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
 * Everything a defence pack may state, collected once and stored with the pack; it is the only input of the renderer.
 * Personal data is already masked: what is not in the facts can't be printed. Instants are ISO 8601 UTC, days
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
  };
  /** The source of each fact. */
  grades: Grades;
  /** Imported: an earlier system stated what otherwise a checkout states. */
  isImported: boolean;
  /** The name of the service and the processing mode, null if it was not recorded. */
  sold: { service: string; mode: string | null };
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
  /** What was corrected after the submission, chronological and masked; absent when nothing was. */
  corrections?: {
    at: string;
    field: string;
    from: string | null;
    to: string | null;
    by: string;
    /** When the customer asked for it on the tracking page; absent otherwise. */
    askedAt?: string;
  }[];
  payment: {
    transactionId: string | null;
    merchantName: string | null;
    gateway: string | null;
    amount: string | null;
    currency: string | null;
    paidAt: string | null;
    cardBrand: string | null;
    cardLast4: string | null;
    cardCountry: string | null;
    /** The provider's id of the charge, if different from the transaction id. */
    chargeId: string | null;
    avs: string | null;
    cvc: string | null;
    threeDs: string | null;
    billingName: string | null;
  };
  purchase: Visit;
  /** The customer's device and account according to the checkout; only values long enough to be evidence. */
  device: { id: string | null; fingerprint: string | null; accountId: string | null };
  /** The versions that the customer accepted; a text is null if its version is not on record. */
  terms: {
    version: string | null;
    text: string | null;
    acceptedAt: string | null;
    refundPolicyVersion: string | null;
    refundPolicyText: string | null;
  };
  document: {
    file: string;
    contentType: string;
    pages: number | null;
    bytes: number;
    sha256: string;
    storedAt: string;
    finding: DocumentFinding | null;
  } | null;
  /** The mail that delivered the document: the latest one that a provider or server accepted. */
  deliveryMail: {
    at: string;
    to: string;
    /** False when it was only written to a file because no mail server is configured: nothing was sent. */
    isSent: boolean;
    /** Name of the transport: "Amazon SES", "SendGrid", "SMTP server". */
    via: string;
    messageId: string | null;
    acceptedAt: string | null;
    /** When the recipient's server accepted it, as reported by the provider. */
    deliveredAt: string | null;
  } | null;
  /** Chronological: created, paid, moves, document stored, mail sent, accepted, tracking sign-ins, downloads. */
  delivery: {
    at: string;
    text: string;
    grade: Grade;
    /** A long list of visits is shortened and shows its total; all other events are printed. */
    kind: "order" | "payment" | "move" | "document" | "mail" | "sign_in" | "download";
  }[];
  /** Absent when nothing was filed with the authority; voided filings are left out. */
  filings?: { filedAt: string; reference: string; by: string; recordedAt: string; receiptSha256: string | null }[];
  signIns: Visit[];
  /** Complete downloads by people, chronological. */
  downloads: (Visit & { completedAt: string; file: string })[];
  /**
   * Downloads that are counted but not listed; `repeated`: complete ones beyond the hourly limit; `questioned`: those that
   * the customer called somebody else's, absent without one.
   */
  leftOut: { automated: number; incomplete: number; repeated: number; questioned?: number };
  /** Comments marked WhatsApp or telephone. */
  contact: { at: string; channel: "WhatsApp" | "Telephone" | "WhatsApp and telephone"; by: string; text: string }[];
  /** Members' messages that left and the customer's answers to them, chronological; absent without any. */
  correspondence?: {
    at: string;
    /** The member; null for the customer. */
    by: string | null;
    text: string;
    files: { name: string; bytes: number; sha256: string }[];
    /** From where the customer answered. */
    visit?: Visit;
  }[];
  refund: {
    recordedAt: string | null;
    isDue: boolean;
    /** Those that count, in sequence; absent without any that has an amount. */
    refunds?: {
      at: string;
      amount: string | null;
      currency: string | null;
      isAssumed: boolean;
      reason: string | null;
      reference: string | null;
    }[];
  };
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
      chargeId: string | null;
      /** The grade of its payment facts. */
      grade: Grade;
      amount: string | null;
      currency: string | null;
      ip: string | null;
      place: string | null;
      device: string | null;
      browser: string | null;
      os: string | null;
      /** The elements it shares with the disputed order. */
      shares: ("ip" | "device" | "account" | "email" | "telephone" | "name")[];
      hadDispute: boolean;
      samePaymentCredential: boolean;
      /** Whole days between it and the disputed payment. */
      ageDays: number;
      /** True for the two that are proposed. */
      qualifies: boolean;
    }[];
    /** Under Visa's rule; `other_scheme` for a card of another scheme, to which it does not apply. */
    verdict: "eligible" | "possible" | "not_eligible" | "other_scheme";
    /** What is missing for a better verdict; null when eligible or of another scheme. */
    missing: string | null;
  };
  /** The head of the order's timeline, so that the pack can be checked against `npm run verify-history`. */
  chain: { seq: number; head: string };
}

/** A rendered PDF. */
export interface RenderedPack {
  bytes: Buffer;
  pages: number;
}

/** The pack exceeds its limits: names what to leave out; nothing is cut silently. */
export class PackTooLong extends Error {}

/** @throws PackTooLong */
export type RenderPack = (facts: PackFacts) => Promise<RenderedPack>;
