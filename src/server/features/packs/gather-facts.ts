import { boughtModeOf } from "#contract/orders/orders.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import type { PackType } from "#contract/packs/packs.ts";
import { REFUND_REASON_LABELS } from "#contract/refunds/refunds.ts";
import type { TimelinePayload } from "#contract/timeline/timeline.ts";
import type { Database } from "#server/platform/db/client.ts";
import { plainDecimal } from "#server/platform/money.ts";
import { compellingEvidence, countedDevice } from "./compelling-evidence.ts";
import { deliveryLines, deliveryMail } from "./delivery.ts";
import { gradesOf, isImported } from "./grades.ts";
import { lastCharacters, type Masks, masksFor } from "./masking.ts";
import { type EarlierOrder, type Evidence, findEarlierOrders, findEvidence } from "./pack-facts.repository.ts";
import type { PackFacts, Visit } from "./pack-facts.ts";
import { findPolicyTexts, type PolicyTexts } from "./policies.repository.ts";
import { asSubmitted, correctionFacts, passportNumbers } from "./submission.ts";
import { type ClientText, toVisit } from "./visits.ts";

/** What the program adds to the facts of every pack. */
export interface PackContext {
  company: PackFacts["company"];
  serviceName: string;
  words: ClientText;
}

/** The rows that a pack is based on. */
export interface PackRecords {
  evidence: Evidence;
  earlier: EarlierOrder[];
  policies: PolicyTexts;
}

/** Undefined for an order that is unknown or purged. */
export async function gather(db: Database, orderId: number): Promise<PackRecords | undefined> {
  const evidence = await findEvidence(db, orderId);
  if (evidence === undefined) return undefined;
  const [earlier, policies] = await Promise.all([findEarlierOrders(db, evidence), findPolicyTexts(db, evidence)]);
  return { evidence, earlier, policies };
}

/** The facts of one pack, already masked: only what is in them can be printed. */
export function toFacts(
  type: PackType,
  { evidence, earlier, policies }: PackRecords,
  context: PackContext,
  at: Date,
): PackFacts {
  const { company, serviceName } = context;
  const masks = masksFor(...passportNumbers(evidence));
  const submitted = asSubmitted(evidence);
  const describeUserAgent = (userAgent: string) => context.words.describeUserAgent(masks.line(userAgent));
  const words = { ...context.words, describeUserAgent };
  const source = { order: evidence, masks, words };
  return {
    type,
    caseReference: `${evidence.id}-P${type}-${at.toISOString().slice(0, 10).replaceAll("-", "")}`,
    madeAt: at.toISOString(),
    company,
    grades: gradesOf(evidence),
    isImported: isImported(evidence),
    sold: { service: serviceName, mode: boughtModeOf(submitted) },
    order: orderFacts(submitted, masks, words),
    ...correctionFacts(evidence, masks),
    payment: paymentFacts(evidence, masks),
    purchase: toVisit({ at: evidence.createdAt, ip: evidence.purchaseIp, userAgent: evidence.userAgent }, words),
    device: deviceFacts(evidence, masks),
    terms: {
      version: masks.line(evidence.termsVersion),
      acceptedAt: evidence.termsAcceptedAt?.toISOString() ?? null,
      refundPolicyVersion: masks.line(evidence.refundPolicyVersion),
      text: policies.terms,
      refundPolicyText: policies.refund,
    },
    document: documentFacts(evidence),
    deliveryMail: deliveryMail(source),
    delivery: deliveryLines(source),
    ...filingFacts(evidence, masks),
    signIns: signIns(evidence, words),
    ...downloadFacts(evidence, words),
    contact: contactFacts(evidence, masks),
    ...correspondenceFacts(evidence, masks, words),
    refund: {
      recordedAt: evidence.refundedAt?.toISOString() ?? null,
      isDue: evidence.status === "Refunds" && evidence.refundedAt === null,
      ...refundFacts(evidence, masks),
    },
    dispute: disputeFacts(evidence, masks),
    earlier:
      type === 2
        ? compellingEvidence(evidence, earlier, words, masks.line)
        : { orders: [], verdict: "not_eligible", missing: "Only Defence Pack 2 states it." },
    chain: chainHead(evidence),
  };
}

function orderFacts(order: Evidence, masks: Masks, words: ClientText): PackFacts["order"] {
  const { prose } = masks;
  return {
    id: order.id,
    createdAt: order.createdAt.toISOString(),
    status: statusLabel(order.status, order.refundedAt?.toISOString() ?? null),
    fullName: prose(order.fullName),
    email: masks.line(order.email),
    telephone: lastCharacters(order.telephoneNumber, 4),
    passportNumber: lastCharacters(order.passportNumber, 3),
    birthYear: order.dateOfBirth?.slice(0, 4) ?? null,
    nationality:
      order.nationalityCode === null ? prose(order.nationalityText) : words.countryName(order.nationalityCode),
    sex: prose(order.sex),
    arrivalDate: order.arrivalDate,
    flightNumber: prose(order.flightNumber),
    purposeOfVisit: prose(order.purposeOfVisit),
    placeOfStay: prose(order.placeOfStay),
    travelMode: prose(order.travelMode),
    portOfDeparture: prose(order.portOfDeparture),
    portOfArrival: prose(order.portOfArrival),
  };
}

function paymentFacts(order: Evidence, { line, prose }: Masks): PackFacts["payment"] {
  return {
    transactionId: line(order.transactionId),
    merchantName: line(order.merchantName),
    gateway: order.gatewayName,
    amount: order.amount === null ? null : plainDecimal(order.amount, order.currency),
    currency: order.currency,
    paidAt: order.paidAt?.toISOString() ?? null,
    cardBrand: line(order.cardBrand),
    cardLast4: order.cardLast4,
    cardCountry: order.cardCountry,
    chargeId: line(order.chargeId),
    avs: line(order.avsResult),
    cvc: line(order.cvcResult),
    threeDs: line(order.threeDsResult),
    billingName: prose(order.billingName),
  };
}

function deviceFacts(order: Evidence, { line }: Masks): PackFacts["device"] {
  const { id, fingerprint } = countedDevice(order);
  return { id: line(id), fingerprint: line(fingerprint), accountId: line(order.accountId) };
}

function documentFacts({ documents: [document] }: Evidence): PackFacts["document"] {
  if (document === undefined) return null;
  const { file1, contentType, pages, bytes, sha256, createdAt, finding } = document;
  const storedAt = createdAt.toISOString();
  return { file: file1, contentType, pages, bytes, sha256: sha256.toString("hex"), storedAt, finding };
}

/** No field at all without a filing: the facts of such an order, and so their digest, are those of earlier versions. */
function filingFacts({ filings }: Evidence, { prose }: Masks): Pick<PackFacts, "filings"> {
  if (filings.length === 0) return {};
  return {
    filings: filings.map(({ filedAt, reference, recorder, recordedAt, receiptSha256 }) => ({
      filedAt: filedAt.toISOString(),
      reference: prose(reference),
      by: recorder,
      recordedAt: recordedAt.toISOString(),
      receiptSha256: receiptSha256?.toString("hex") ?? null,
    })),
  };
}

/** No field at all where no amount was recorded: the facts of such an order are those of earlier versions. */
function refundFacts({ refunds }: Evidence, { line }: Masks): Pick<PackFacts["refund"], "refunds"> {
  if (refunds.every(({ amount }) => amount === null)) return {};
  return {
    refunds: refunds.map(({ recordedAt, amount, currency, isAssumed, reasonCode, reference }) => ({
      at: recordedAt.toISOString(),
      amount: amount === null ? null : plainDecimal(amount, currency),
      reason: reasonCode === null ? null : REFUND_REASON_LABELS[reasonCode],
      reference: line(reference),
      ...{ currency, isAssumed },
    })),
  };
}

function signIns({ events }: Evidence, words: ClientText): Visit[] {
  return events.flatMap(({ at, type, data }) => {
    if (type !== "tracked" || data === null) return [];
    const { ip, user_agent: userAgent, country } = data as TimelinePayload<"tracked">;
    return [toVisit({ at, ip, userAgent, country }, words)];
  });
}

/** Only complete downloads by people are listed; the rest is counted. */
function downloadFacts({ downloads }: Evidence, words: ClientText): Pick<PackFacts, "downloads" | "leftOut"> {
  const people = downloads.filter(({ isAutomated }) => !isAutomated);
  const byPeople = people.filter(({ reports }) => reports.length === 0);
  const questioned = sum(people.map(({ reports, moreStarted }) => (reports.length === 0 ? 0 : 1 + moreStarted)));
  return {
    downloads: byPeople.flatMap(({ createdAt: at, completedAt, ip, userAgent, country, file1 }) => {
      if (completedAt === null) return [];
      const visit = toVisit({ at, ip, userAgent, country }, words);
      return [{ ...visit, completedAt: completedAt.toISOString(), file: file1 }];
    }),
    leftOut: {
      automated: sum(downloads.map(({ isAutomated, moreStarted }) => (isAutomated ? 1 + moreStarted : 0))),
      incomplete: sum(
        byPeople.map(({ completedAt, moreStarted, moreCompleted }) =>
          completedAt === null ? 1 + moreStarted : moreStarted - moreCompleted,
        ),
      ),
      repeated: sum(byPeople.map(({ moreCompleted }) => moreCompleted)),
      ...(questioned > 0 && { questioned }),
    },
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

function contactFacts({ remarks }: Evidence, { prose }: Masks): PackFacts["contact"] {
  return remarks.map(({ createdAt, isWhatsapp, isTelephone, author, remark }) => ({
    at: createdAt.toISOString(),
    channel: isWhatsapp && isTelephone ? "WhatsApp and telephone" : isWhatsapp ? "WhatsApp" : "Telephone",
    by: author,
    text: prose(remark),
  }));
}

function correspondenceFacts(
  { messages, answers }: Evidence,
  masks: Masks,
  words: ClientText,
): Pick<PackFacts, "correspondence"> {
  const filesOf = (files: Evidence["messages"][number]["files"]) =>
    files.map(({ name, bytes, sha256 }) => ({ name: masks.prose(name), bytes, sha256: sha256.toString("hex") }));
  const all = [
    ...messages.map(({ createdAt, body, author, files }) => ({
      at: createdAt.toISOString(),
      by: author,
      text: masks.prose(body ?? ""),
      files: filesOf(files),
    })),
    ...answers.map(({ createdAt, text, ip, userAgent, country, files }) => ({
      at: createdAt.toISOString(),
      by: null,
      text: masks.prose(text),
      files: filesOf(files),
      visit: toVisit({ at: createdAt, ip, userAgent, country }, words),
    })),
  ];
  if (all.length === 0) return {};
  return { correspondence: all.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at))) };
}

function disputeFacts({ disputes: [open] }: Evidence, { prose }: Masks): PackFacts["dispute"] {
  if (open === undefined) return null;
  const { reason, amount, currency, dueDate, caseId, openedAt } = open;
  return {
    reason,
    amount: amount === null ? null : plainDecimal(amount, currency),
    currency,
    dueDate,
    caseId: prose(caseId),
    openedAt: openedAt.toISOString(),
  };
}

function chainHead({ id, events }: Evidence): PackFacts["chain"] {
  const last = events.at(-1);
  if (last === undefined) throw new Error(`order ${id} has no events`);
  return { seq: last.seq, head: last.digest.toString("hex") };
}
