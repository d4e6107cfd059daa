import { EMAIL_PROOF_LABELS } from "#contract/email-changes/email-changes.ts";
import { MAIL_TRANSPORT_LABELS, type MailTransportName } from "#contract/mail/mail.ts";
import type { MailState } from "#contract/mail/mail-state.ts";
import { statusLabel } from "#contract/orders/status-labels.ts";
import { emailKey } from "#contract/text.ts";
import type { TimelinePayload, TimelineType } from "#contract/timeline/timeline.ts";
import { gradeOf, isImported } from "./grades.ts";
import type { Masks } from "./masking.ts";
import type { Evidence } from "./pack-facts.repository.ts";
import type { PackFacts } from "./pack-facts.ts";
import { type ClientText, placeOf } from "./visits.ts";

type Mail = Evidence["mails"][number];
type Line = PackFacts["delivery"][number];
type Sentence = Pick<Line, "text" | "grade" | "kind">;
interface LineSource {
  order: Evidence;
  masks: Masks;
  words: ClientText;
}
type Sentences = { [T in TimelineType]?: (data: TimelinePayload<T>, source: LineSource) => Sentence | null };

const VIA: Record<MailTransportName, string> = {
  ...MAIL_TRANSPORT_LABELS,
  // Stated truthfully: the bank may ask where the mail went.
  file: "a file of this installation, which has no mail server",
};

/** What each event proves about the delivery, for an outside reader; other events are shown elsewhere or not at all. */
const SENTENCES: Sentences = {
  created: ({ source }, { order }) => {
    const text = source === "import" ? "Order imported from an earlier system" : "Order received from the checkout";
    return { text, grade: gradeOf(order, "order"), kind: "order" };
  },
  paid: ({ transaction_id }, { masks }) => ({
    text: `Payment recorded${transaction_id === null ? "" : `, transaction ${masks.line(transaction_id)}`}`,
    grade: "S",
    kind: "payment",
  }),
  "payment-completed": ({ fields }) => ({
    text: `The checkout submitted further details of the payment: ${fields.join(", ").replaceAll("_", " ")}`,
    grade: "S",
    kind: "payment",
  }),
  moved: ({ to }) => ({ text: `Order moved to ${statusLabel(to)}`, grade: "S", kind: "move" }),
  returned: ({ to }) => ({ text: `Order moved back to ${statusLabel(to)}`, grade: "S", kind: "move" }),
  released: ({ to }) => ({ text: `Filing window opened, order moved to ${statusLabel(to)}`, grade: "S", kind: "move" }),
  "document-stored": ({ file1, bytes, sha256 }) => ({
    text: `Document ${file1} stored, ${bytes} bytes, SHA-256 ${sha256}`,
    grade: "S",
    kind: "document",
  }),
  "mail-accepted": ({ mail_id, transport, message_id }, { order, masks }) => {
    const mail = order.mails.find(({ id }) => id === mail_id);
    if (mail === undefined || !isAboutDocument(mail)) return null;
    const what = mail.kind === "document" ? "Mail with the document" : "Notice";
    const how = transport === "file" ? "written to" : "handed to";
    const id = message_id === null ? "" : `, message id ${masks.line(message_id)}`;
    return { text: `${what} to ${masks.line(mail.toAddress)} ${how} ${VIA[transport]}${id}`, grade: "S", kind: "mail" };
  },
  "email-change-asked": ({ from, to, proof }) => ({
    text: `Change of the e-mail address from ${from ?? "none"} to ${to} requested; the caller named ${proof.map((fact) => EMAIL_PROOF_LABELS[fact].toLowerCase()).join(", ")}`,
    grade: "T",
    kind: "order",
  }),
  "email-changed": ({ from, to, ip }, { words }) => ({
    text: `E-mail address changed from ${from ?? "none"} to ${to}, confirmed by the link mailed to ${to}, from ${withPlace(ip, undefined, words)}`,
    grade: "S",
    kind: "order",
  }),
  "email-change-contested": ({ was_confirmed }) => ({
    text: `Change of the e-mail address contested by the link mailed to the former one; ${was_confirmed ? "mails were held" : "it was cancelled"}`,
    grade: "S",
    kind: "order",
  }),
  "email-change-resolved": ({ email, outcome }) => ({
    text: `Change of the e-mail address ${outcome === "kept" ? "confirmed" : outcome} by the service; the address is ${email ?? "none"}`,
    grade: "T",
    kind: "order",
  }),
  tracked: ({ ip, country }, { words }) => ({
    text: `Tracking page opened with order id and e-mail address from ${withPlace(ip, country, words)}`,
    grade: "S",
    kind: "sign_in",
  }),
  "download-completed": ({ download_id, file1 }, { order, words }) => {
    const download = order.downloads.find(({ id }) => id === download_id);
    const from = download === undefined ? "" : ` from ${withPlace(download.ip, download.country, words)}`;
    const report = download?.reports[0];
    const objection =
      report && `; the customer said on ${report.reportedAt.toISOString().slice(0, 10)} that it was not theirs`;
    return { text: `Document ${file1} downloaded in full${from}${objection ?? ""}`, grade: "S", kind: "download" };
  },
};

const REPORTS = {
  delivered: "The recipient's mail server accepted the mail",
  bounced: "The mail could not be delivered",
  complained: "The recipient received the mail and marked it as spam",
} as const;

/** Mails about a change of the address are covered by its own events, with masked addresses. */
const isAboutDocument = ({ kind }: Pick<Mail, "kind">) => kind === "document" || kind === "notice";

/** Chronological: events recorded by our server, and reports of mail providers with their own times. */
export function deliveryLines(source: LineSource): Line[] {
  const { order, masks } = source;
  const own = order.events.flatMap(({ at, type, data }): Line[] => {
    // Each sentence fits the payload of its type; TypeScript can't follow the pairing through the index.
    const describe = SENTENCES[type] as ((data: unknown, source: LineSource) => Sentence | null) | undefined;
    const sentence = data === null ? null : (describe?.(data, source) ?? null);
    return sentence === null ? [] : [{ at: at.toISOString(), ...sentence }];
  });
  const reported = order.mails.filter(isAboutDocument).flatMap((mail) =>
    (Object.keys(REPORTS) as (keyof typeof REPORTS)[]).flatMap((type): Line[] => {
      const at = firstReport(mail, type);
      if (at === null) return [];
      const text = `${REPORTS[type]} to ${masks.line(mail.toAddress)}`;
      return [{ at: at.toISOString(), text, grade: "P", kind: "mail" }];
    }),
  );
  return [...paidAtIntake(order), ...own, ...reported].toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

/** The payment of an order that was already paid at intake, which has no event. */
function paidAtIntake(order: Evidence): Line[] {
  const { isPaid, paidAt, createdAt, events } = order;
  if (!isPaid || events.some(({ type }) => type === "paid")) return [];
  const who = isImported(order) ? "the earlier system" : "the checkout";
  const text = `Payment made, as ${who} stated`;
  return [{ at: (paidAt ?? createdAt).toISOString(), text, grade: gradeOf(order, "paidAt"), kind: "payment" }];
}

function withPlace(ip: string, country: string | null | undefined, words: ClientText): string {
  const place = placeOf(ip, country, words);
  return place === null ? ip : `${ip} (${place})`;
}

/** Providers repeat reports and send one per recipient: the first one counts. */
function firstReport({ reports }: Mail, type: keyof typeof REPORTS): Date | null {
  const times = reports.filter((report) => report.type === type).map(({ at }) => at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** States of a mail that was accepted and not bounced. */
const ACCEPTED_STATES: ReadonlySet<MailState> = new Set(["written", "sent", "delivered", "complained"]);

/** The mail that delivered the current document: the latest to the order's own address, or else to another one. */
export function deliveryMail({ order, masks }: LineSource): PackFacts["deliveryMail"] {
  const [document] = order.documents;
  const accepted = order.mails.filter(
    ({ documentId, kind, state }) => kind === "document" && documentId === document?.id && ACCEPTED_STATES.has(state),
  );
  const mail =
    accepted.findLast(({ toAddress }) => emailKey(toAddress) === emailKey(order.emailKey)) ?? accepted.at(-1);
  if (mail === undefined || mail.transport === null) return null;
  return {
    at: mail.createdAt.toISOString(),
    to: masks.line(mail.toAddress),
    isSent: mail.transport !== "file",
    via: VIA[mail.transport],
    messageId: masks.line(mail.messageId),
    acceptedAt: mail.acceptedAt?.toISOString() ?? null,
    deliveredAt: (firstReport(mail, "delivered") ?? firstReport(mail, "complained"))?.toISOString() ?? null,
  };
}
