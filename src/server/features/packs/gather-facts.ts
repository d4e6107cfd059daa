import { statusLabel } from "#contract/order-status.ts";
import type { PackType } from "#contract/packs.ts";
import type { Database } from "#server/platform/db/client.ts";
import { plainDecimal } from "#server/platform/money.ts";
import { compellingEvidence } from "./compelling-evidence.ts";
import { deliveryLines, deliveryMail, isImported } from "./delivery.ts";
import { lastCharacters, type Masks, masksFor } from "./masking.ts";
import { type EarlierOrder, type Evidence, findEarlierOrders, findEvidence } from "./pack-facts.repository.ts";
import type { Grade, PackFacts, Visit } from "./pack-facts.ts";
import { type ClientWords, toVisit } from "./visits.ts";

export interface Facing {
  company: PackFacts["company"];
  serviceName: string;
  words: ClientWords;
}

/** What the database holds, read at one moment. */
export interface Gathered {
  evidence: Evidence;
  earlier: EarlierOrder[];
}

/** Two statements; undefined for an order that is unknown or purged. */
export async function gather(db: Database, orderId: number): Promise<Gathered | undefined> {
  const evidence = await findEvidence(db, orderId);
  return evidence && { evidence, earlier: await findEarlierOrders(db, evidence) };
}

/** The facts of one pack, masked: what is not in them can't be printed. */
export function toFacts(type: PackType, { evidence, earlier }: Gathered, facing: Facing, at: Date): PackFacts {
  const { company, serviceName } = facing;
  const masks = masksFor(evidence.passportNumber);
  const describeUserAgent = (userAgent: string) => facing.words.describeUserAgent(masks.line(userAgent));
  const words = { ...facing.words, describeUserAgent };
  const teller = { order: evidence, masks, words };
  return {
    type,
    caseReference: `${evidence.id}-P${type}-${at.toISOString().slice(0, 10).replaceAll("-", "")}`,
    madeAt: at.toISOString(),
    company,
    sold: { service: serviceName, mode: evidence.processingMode },
    order: orderFacts(evidence, masks, words),
    payment: paymentFacts(evidence, masks),
    purchase: toVisit({ at: evidence.createdAt, ip: evidence.purchaseIp, userAgent: evidence.userAgent }, words),
    terms: {
      version: masks.line(evidence.termsVersion),
      acceptedAt: evidence.termsAcceptedAt?.toISOString() ?? null,
      refundPolicyVersion: masks.line(evidence.refundPolicyVersion),
    },
    document: documentFacts(evidence),
    deliveryMail: deliveryMail(teller),
    delivery: deliveryLines(teller),
    signIns: signIns(evidence, words),
    ...downloadFacts(evidence, words),
    contact: contactFacts(evidence, masks),
    refund: {
      recordedAt: evidence.refundedAt?.toISOString() ?? null,
      isDue: evidence.status === "Refunds" && evidence.refundedAt === null,
    },
    dispute: disputeFacts(evidence, masks),
    earlier:
      type === 2
        ? compellingEvidence(evidence, earlier, words, masks.line)
        : { orders: [], verdict: "not_eligible", missing: "Told by Defence Pack 2 alone." },
    chain: chainHead(evidence),
  };
}

function orderFacts(order: Evidence, masks: Masks, words: ClientWords): PackFacts["order"] {
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
    grade: paymentGrade(order),
    gateway: order.gateway?.name ?? null,
    amount: order.amount === null ? null : plainDecimal(order.amount),
    currency: order.currency,
    paidAt: order.paidAt?.toISOString() ?? null,
    cardBrand: line(order.cardBrand),
    cardLast4: order.cardLast4,
    avs: line(order.avsResult),
    cvc: line(order.cvcResult),
    threeDs: line(order.threeDsResult),
    billingName: prose(order.billingName),
  };
}

/** Who wrote the payment's names last. What an import brought was entered by staff, whatever the earlier system knew. */
function paymentGrade({ events }: Evidence): Grade {
  const last = events.findLast(({ type }) => type === "transaction-saved" || type === "paid");
  if (last === undefined) return isImported({ events }) ? "T" : "S";
  return last.type === "paid" ? "S" : "T";
}

function documentFacts({ documents: [document] }: Evidence): PackFacts["document"] {
  if (document === undefined) return null;
  const { file1, contentType, pages, bytes, sha256, createdAt, finding } = document;
  const storedAt = createdAt.toISOString();
  return { file: file1, contentType, pages, bytes, sha256: sha256.toString("hex"), storedAt, finding };
}

function signIns({ events }: Evidence, words: ClientWords): Visit[] {
  return events.flatMap(({ at, type, payload }) => {
    if (type !== "tracked" || payload === null || !("user_agent" in payload.data)) return [];
    const { ip, user_agent: userAgent, country } = payload.data;
    return [toVisit({ at, ip, userAgent, country }, words)];
  });
}

/** Only what people fetched to the last byte is listed; the rest is counted. */
function downloadFacts({ downloads }: Evidence, words: ClientWords): Pick<PackFacts, "downloads" | "leftOut"> {
  const byPeople = downloads.filter(({ isAutomated }) => !isAutomated);
  return {
    downloads: byPeople.flatMap(({ createdAt: at, completedAt, ip, userAgent, country, document }) => {
      if (completedAt === null) return [];
      const visit = toVisit({ at, ip, userAgent, country }, words);
      return [{ ...visit, completedAt: completedAt.toISOString(), file: document.file1 }];
    }),
    leftOut: {
      automated: downloads.length - byPeople.length,
      incomplete: byPeople.filter(({ completedAt }) => completedAt === null).length,
    },
  };
}

function contactFacts({ remarks }: Evidence, { prose }: Masks): PackFacts["contact"] {
  return remarks.map(({ createdAt, isWhatsapp, isTelephone, author, remark }) => ({
    at: createdAt.toISOString(),
    channel: isWhatsapp && isTelephone ? "WhatsApp and telephone" : isWhatsapp ? "WhatsApp" : "Telephone",
    by: author.name,
    text: prose(remark),
  }));
}

function disputeFacts({ disputes: [open] }: Evidence, { prose }: Masks): PackFacts["dispute"] {
  if (open === undefined) return null;
  const { reason, amount, currency, dueDate, caseId, openedAt } = open;
  return {
    reason,
    amount: amount === null ? null : plainDecimal(amount),
    currency,
    dueDate,
    caseId: prose(caseId),
    openedAt: openedAt.toISOString(),
  };
}

function chainHead({ id, events }: Evidence): PackFacts["chain"] {
  const last = events.at(-1);
  if (last === undefined) throw new Error(`order ${id} has no history`);
  return { seq: last.seq, head: last.digest.toString("hex") };
}
